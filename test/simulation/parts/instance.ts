import type { PipelineFunction } from '../../../functions/wiring.ts';
import type { PostAnswer } from '../../../message/send/http-post.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { DigestClaim } from '../../../shared/domain/digests/delivery.ts';
import type { BuyerState } from '../../../shared/domain/polling/buyer-state.ts';
import type { ServedPage } from './served-page.ts';

/** A call to a destination; `at` is by the caller's clock. */
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

/** The current invocation of an instance, or its last one. */
export type Invocation = ReturnType<typeof beginInvocation>;

export function beginInvocation(now: number, event: unknown, digestsBefore: number) {
  return {
    event,
    /** In true time. */
    beganAt: now,
    /** The instance was suspended for minutes, so another one may own its claims by now. */
    stoodStill: false,
    /** The errors, in words, that calls failed with: see `noteFault`. */
    faultsMet: new Set<string>(),
    /** Messages that could not be handled, so far. */
    messagesFailed: 0,
    /** How many digests there were when it began. */
    digestsBefore,
    /** The pages that upstream served, by buyer. */
    served: new Map<string, ServedPage[]>(),
    /** The observations that the oracle needs: the kind and the buyer. */
    told: new Set<string>(),
  };
}

/** A warm process of one function, with its own clock. A crashed one is never used again. */
export interface Instance extends Invocation {
  readonly id: number;
  readonly name: PipelineFunction | 'operator';
  readonly version: number;
  readonly config: SignalpostConfig;
  readonly skewMs: number;
  readonly now: () => number;
  handle: Handle;
  dead: boolean;
  busy: boolean;
  /** Ends the current invocation as a crash does. */
  onCrash: (() => void) | null;
  /** Moments that the limiter reserved for it and that no request has used. */
  readonly moments: number[];
  claim: DigestClaim | null;
  /** When it requested that claim, by its clock. */
  claimedAt: number;
  /** Its last call to a destination since that claim, and when the answer arrived by its clock. */
  posted: Posted | null;
  /** Its last call that answers a click was refused or had no answer. */
  readerPostFailed: boolean;
  /** Buyers as it last read them. */
  readonly buyers: Map<string, BuyerState>;
}

export function tell(instance: Instance): string {
  return `${instance.name}@${instance.id}`;
}

/** A reading of awaited values is no scan: it takes the period in which its signals were found. */
export function readsValues({ event }: Instance): boolean {
  return JSON.stringify(event)?.includes('\\"values\\":true') ?? false;
}
