import type { PipelineFunction } from '../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { PostAnswer } from '../../../shared/destinations/http-post.ts';
import type { DigestClaim } from '../../../shared/domain/digests/delivery.ts';
import type { BuyerState } from '../../../shared/domain/signals/recording.ts';
import type { Lane } from '../../../shared/domain/upstream/breaker.ts';
import type { ServedPage } from './upstream/served-page.ts';

/** A call to a destination; `at` by the clock of who made it. */
export interface Posted {
  readonly answer: PostAnswer | null;
  readonly at: number;
  readonly trueAt: number;
  /** It was answered, or failed. */
  readonly isOver: boolean;
}

export type Handle = (
  event: unknown,
  invocation: { getRemainingTimeInMillis(): number; readonly stopping: AbortSignal },
) => Promise<unknown>;

/** A warm process of one function, with a clock of its own. Dead ones are never used again. */
export interface Instance {
  readonly id: number;
  readonly name: PipelineFunction | 'operator';
  readonly version: number;
  readonly config: SignalpostConfig;
  readonly skewMs: number;
  readonly now: () => number;
  handle: Handle;
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

export function tell(instance: Instance): string {
  return `${instance.name}@${instance.id}`;
}
