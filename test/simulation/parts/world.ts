import type { PipelineFunction } from '../../../functions/wiring.ts';
import type { MemoryTable } from '../../support/ledger/memory-table.ts';
import type { SimulatedTime } from '../../support/time/simulated-time.ts';
import type { ChannelMessage, Destinations } from './destinations.ts';
import type { Dice } from './dice.ts';
import type { DueIndex } from './due-index.ts';
import type { Faults } from './fault.ts';
import { type Instance, tell } from './instance.ts';
import type { Mutant } from './mutant.ts';
import type { Oracle } from './oracle.ts';
import type { Plan } from './plan.ts';
import type { Queues } from './queues.ts';
import type { Upstream } from './upstream.ts';

/** Everything that one schedule runs in. */
export interface World {
  readonly plan: Plan;
  readonly dice: Dice;
  readonly scheduler: SimulatedTime;
  readonly faults: Faults;
  readonly table: MemoryTable;
  readonly dueIndex: DueIndex;
  readonly queues: Queues;
  readonly upstream: Upstream;
  readonly destinations: Destinations;
  /** The messages with menus that stand in channels, by their places. */
  readonly messages: Map<string, ChannelMessage>;
  messagesNamed: number;
  clicks: number;
  /** Of readers: everything else stays as it would be without them. */
  readonly clickDice: Dice;
  readonly oracle: Oracle;
  readonly mutant: Mutant | null;
  readonly instances: Map<PipelineFunction, Instance[]>;
  /** The instance whose call takes effect right now: the oracle needs it at each commit. */
  actor: Instance | null;
  version: number;
  /** Aborted while the process is being stopped, on one machine: nothing is begun any more. A start renews it. */
  stopping: AbortController;
  /** Set once the outside is at peace, and everything has to end well. */
  recovering: boolean;
  instancesMade: number;
  /** Instances up to this id can't reach the ledger any more, since it was replaced. */
  cutOffUpTo: number;
  /** The functions' uses of the ledger, in the form of `nameUses`. */
  readonly uses: Set<string>;
  /** null if the steps are not recorded. */
  readonly trace: string[] | null;
}

export function crash(world: World, instance: Instance, why: string): void {
  if (instance.dead) return;
  instance.dead = true;
  noteTrouble(world);
  world.trace?.push(`${stamp(world)} ${tell(instance)} CRASHES (${why})`);
  instance.onCrash?.();
}

/** For what is promised only where nothing fails. */
export function noteTrouble({ oracle, scheduler }: World): void {
  oracle.memory.troubleAt = scheduler.now();
}

export function stamp(world: World): string {
  return new Date(world.scheduler.now()).toISOString();
}
