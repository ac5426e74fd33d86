import type { PipelineFunction } from '../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { PostAnswer } from '../../../shared/destinations/http-post.ts';
import type { DigestClaim } from '../../../shared/domain/digests/delivery.ts';
import type { BuyerState } from '../../../shared/domain/signals/recording.ts';
import type { Lane } from '../../../shared/domain/upstream/breaker.ts';
import type { MemoryTable } from '../../support/ledger/memory-table.ts';
import type { Mutant } from '../mutants/mutant.ts';
import type { Oracle } from '../oracle/oracle.ts';
import type { Destinations } from './destinations.ts';
import type { Dice } from './dice.ts';
import type { DueIndex } from './due-index.ts';
import type { Faults } from './faults.ts';
import type { Plan } from './plan/plan.ts';
import type { Queues } from './queues.ts';
import type { Scheduler } from './scheduler.ts';
import type { ServedPage, Upstream } from './upstream.ts';

/** Everything that one schedule runs in. */
export interface World {
  readonly plan: Plan;
  readonly dice: Dice;
  readonly scheduler: Scheduler;
  readonly faults: Faults;
  readonly table: MemoryTable;
  readonly dueIndex: DueIndex;
  readonly queues: Queues;
  readonly upstream: Upstream;
  readonly destinations: Destinations;
  readonly oracle: Oracle;
  readonly mutant: Mutant | null;
  readonly instances: Map<PipelineFunction, Instance[]>;
  /** Who makes the call whose effect comes about right now: the oracle asks at each commit. */
  actor: Instance | null;
  /** Counts up with each redeploy. */
  version: number;
  /** Aborted while the process is being stopped, on one machine: nothing is begun any more. A start renews it. */
  stopping: AbortController;
  /** Set once the outside is at peace, and everything has to end well. */
  recovering: boolean;
  instancesMade: number;
  /** What the functions did to the ledger, as `nameUses` writes it. */
  readonly uses: Set<string>;
  /** null when nobody asked for the steps. */
  readonly trace: string[] | null;
}

/** A call to a destination; `at` by the clock of who made it. */
export interface Posted {
  readonly answer: PostAnswer | null;
  readonly at: number;
  readonly trueAt: number;
  /** It was answered, or failed. */
  readonly isOver: boolean;
}

/** A warm process of one function, with a clock of its own. Dead ones are never used again. */
export interface Instance {
  readonly id: number;
  readonly name: PipelineFunction | 'operator';
  readonly version: number;
  readonly config: SignalpostConfig;
  readonly skewMs: number;
  readonly now: () => number;
  handle: (
    event: unknown,
    invocation: { getRemainingTimeInMillis(): number; readonly stopping: AbortSignal },
  ) => Promise<unknown>;
  dead: boolean;
  busy: boolean;
  /** When its present or last invocation began, in true time. */
  beganAt: number;
  /** It stood still for minutes in that invocation: what it held may be another's by now. */
  stoodStill: boolean;
  /** Ends the present invocation as a crash does. */
  onCrash: (() => void) | null;
  /** What the present invocation was given. */
  event: unknown;
  /** What upstream served to the present invocation, by buyer. */
  readonly served: Map<string, ServedPage[]>;
  /** What the present invocation told of, as far as the oracle asks: a kind, and whom it is about. */
  readonly told: Set<string>;
  /** Moments that the limiter reserved for it and that no request has used. */
  readonly moments: number[];
  /** Lanes in which it alone calls, to find out whether a pause is over: a refused call may be followed by others. */
  readonly probing: Set<Lane>;
  claim: DigestClaim | null;
  /** When it asked for that claim, by its clock. */
  claimedAt: number;
  /** Its last call to a destination since that claim, and when its answer came by its clock. */
  posted: Posted | null;
  /** Buyers as it last read them. */
  readonly buyers: Map<string, BuyerState>;
}

export function crash(world: World, instance: Instance, why: string): void {
  if (instance.dead) return;
  instance.dead = true;
  world.trace?.push(`${stamp(world)} ${tell(instance)} CRASHES (${why})`);
  instance.onCrash?.();
}

export function tell(instance: Instance): string {
  return `${instance.name}@${instance.id}`;
}

export function stamp(world: World): string {
  return new Date(world.scheduler.now()).toISOString();
}
