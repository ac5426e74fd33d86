import type { DestinationSettings } from '../routes/route.ts';

/** Of these, `DELIVERED` and `DISCARDED` are final. */
export type DigestState = 'FROZEN' | 'SENDING' | 'DELIVERED' | 'DEAD' | 'HELD' | 'DISCARDED';

/** Names a digest: the message of the delivery queue. */
export interface DigestPointer {
  readonly routeId: string;
  readonly slot: string;
  readonly part: number;
}

export interface FrozenDigest extends DigestPointer {
  readonly digestId: string;
  readonly destinationType: DestinationSettings['type'];
  /** The exact bytes, as text; they never change again. */
  readonly body: string;
  /** What is sent instead once the destination has refused the body's form; frozen with it. */
  readonly plainBody?: string | undefined;
  /** The outbox keys that it takes away. */
  readonly members: readonly string[];
  /** How many of them are hot, and the buyers that they are of: later parts count them with theirs. */
  readonly hot?: number | undefined;
  readonly buyerIds?: readonly string[] | undefined;
}

/** What the digests that were created for a slot so far hold. */
export interface SlotSoFar {
  /** The number of the last part; 0 when there is none. */
  readonly parts: number;
  readonly signals: number;
  readonly hot: number;
  readonly buyerIds: readonly string[];
}

export interface DigestClaim {
  readonly pointer: DigestPointer;
  readonly digestId: string;
  readonly destinationType: string;
  readonly body: string;
  readonly fence: number;
  /** How many attempts were made before this one. */
  readonly attempts: number;
  /** An earlier sender's lease ran out: the destination may have the digest already. */
  readonly ambiguous: boolean;
  /** A plain form was frozen with it and not sent yet. */
  readonly rewritable?: boolean | undefined;
  /** Since when its destination has done nothing but ask to wait, milliseconds since the epoch; null when it does not. */
  readonly throttledSince?: number | null | undefined;
  /** When its oldest signal was first seen, milliseconds since the epoch; null when it has none, or is replayed. */
  readonly oldestSeenAt?: number | null | undefined;
  /** The route that sends it in place of its own, since it was handed over. */
  readonly via?: string | undefined;
}

/** Whose destination a digest goes to. */
export function senderOf({ via, pointer }: Pick<DigestClaim, 'via' | 'pointer'>): string {
  return via ?? pointer.routeId;
}

export type Settlement =
  | { readonly to: 'DELIVERED' }
  /**
   * `form`: from now on the plain form is sent, and never the first again. `reason`: what the attempt came to, for who
   * looks at what waits. `throttledSince`: kept only when it is given, so an attempt that ends otherwise forgets it.
   */
  | {
      readonly to: 'FROZEN';
      readonly nextAttemptAt: number;
      readonly form?: 'plain';
      readonly reason?: string;
      readonly throttledSince?: number;
    }
  /** Kept, and not due until someone redrives it. */
  | { readonly to: 'DEAD'; readonly reason: string }
  /**
   * Kept, and not due until its route is resumed. `misplaced`: until the config has a route that can take it, or
   * somebody hands it over or discards it.
   */
  | { readonly to: 'HELD'; readonly reason: string; readonly misplaced?: boolean };

/** What a destination is sent. */
export interface OutgoingDigest {
  readonly digestId: string;
  readonly body: string;
  readonly to: DestinationSettings;
  /** No attempt begins later than that, milliseconds since the epoch: the digest may be another's by then. */
  readonly notAfter?: number | undefined;
}
