import type { DigestState } from './delivery.ts';

/** The message that a reply stands under, as the ledger has it. */
export interface FirstMessage {
  readonly digestId: string;
  /** `UNKNOWN`: written by a later version. */
  readonly state: DigestState | 'UNKNOWN';
  /** When its next attempt is due, milliseconds since the epoch. */
  readonly dueAt: number | null;
  /** By what a reply names it; null where its destination has no threads, or did not say. */
  readonly thread: string | null;
}

/** What is to become of a reply. `send` with a null thread: as a message of its own. */
export type ReplyFate =
  | { readonly kind: 'send'; readonly thread: string | null }
  | { readonly kind: 'wait'; readonly until: number; readonly reason: string }
  | { readonly kind: 'give-up'; readonly reason: string };

/** An attempt of the first message is over soon. */
const soonMs = 5_000;
/** What is kept waits for a person, or for the next sweep after a person. */
const aWhileMs = 60_000;

/**
 * A reply waits for its first message, and uses up no attempt by that. It goes out by itself where there is no message
 * to stand under: a channel that lacks half of a digest is worse than one that has it in two places. `first` is null
 * where it was delivered, or discarded, so long ago that the ledger keeps it no more.
 */
export function decideReply(first: FirstMessage | null, now: number): ReplyFate {
  switch (first?.state) {
    case undefined:
    case 'DISCARDED':
      return { kind: 'send', thread: null };
    case 'DELIVERED':
      return { kind: 'send', thread: first?.thread ?? null };
    case 'DEAD':
      return {
        kind: 'give-up',
        reason: `its first message, ${first?.digestId}, failed for good; a redrive sends both`,
      };
    default: {
      const reason = `put off: its first message, ${first?.digestId}, is not delivered yet`;
      return { kind: 'wait', until: waitUntil(first as FirstMessage, now), reason };
    }
  }
}

function waitUntil({ state, dueAt }: FirstMessage, now: number): number {
  if (state === 'FROZEN') return Math.max(dueAt ?? 0, now + soonMs);
  return now + (state === 'SENDING' ? soonMs : aWhileMs);
}
