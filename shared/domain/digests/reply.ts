import type { DigestState } from './delivery.ts';
import { putOffReason, replyPutOffUntil } from './next-attempt.ts';

export interface FirstMessage {
  readonly digestId: string;
  /** `UNKNOWN`: written by a later version. */
  readonly state: DigestState | 'UNKNOWN';
  /** Its next attempt is due then, milliseconds since the epoch. */
  readonly dueAt: number | null;
  /** A reply names the message by it; null where its destination has no threads, or did not say. */
  readonly thread: string | null;
}

/** `send` with a null thread: as a message of its own. */
export type ReplyFate =
  | { readonly kind: 'send'; readonly thread: string | null }
  | { readonly kind: 'wait'; readonly until: number; readonly reason: string }
  | { readonly kind: 'give-up'; readonly reason: string };

/**
 * A reply waits until its first message is delivered. Waiting does not count as an attempt. It goes out by itself
 * where there is no message to stand under: a channel that lacks half of a digest is worse than one that has it in
 * two places. `first` is null where it was delivered, or discarded, so long ago that the ledger keeps it no more.
 */
export function decideReply(first: FirstMessage | null, now: number): ReplyFate {
  if (first === null || first.state === 'DISCARDED') return { kind: 'send', thread: null };
  if (first.state === 'DELIVERED') return { kind: 'send', thread: first.thread };
  if (first.state === 'DEAD') {
    const reason = `its first message, ${first.digestId}, failed for good; a resend sends both`;
    return { kind: 'give-up', reason };
  }
  const reason = putOffReason(`its first message, ${first.digestId}, is not delivered yet`);
  return { kind: 'wait', until: replyPutOffUntil(first.dueAt, now), reason };
}
