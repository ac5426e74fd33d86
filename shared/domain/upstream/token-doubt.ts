import { listCallMs } from './call-times.ts';

/**
 * Distinguishes a token that the service rejects with 403 from buyers that it refuses. One allowed list proves the
 * token, so the token never counts as rejected while any list is allowed. Five buyers refused one after another put
 * the token in doubt; the next tick polls every buyer, those allowed before first; and five more refusals then mean
 * that the token is rejected. A refusal comes faster than a list, so lists requested at the same time first get the
 * time to be answered.
 */
export interface TokenDoubt {
  /** Buyers first refused since a list was allowed; in doubt, buyers refused since the doubt began. */
  readonly refused: readonly string[];
  /** The first refusal since the last allowed list, milliseconds since the epoch; null for none. */
  readonly refusedAt: number | null;
  /** When the doubt began, milliseconds since the epoch; null if there is none. */
  readonly doubtedAt: number | null;
}

export interface RefusedList {
  readonly buyerId: string;
  /** Already known as refused. It says nothing about the token, since other lists were allowed since. */
  readonly isKnown: boolean;
}

export const noDoubt: TokenDoubt = { refused: [], refusedAt: null, doubtedAt: null };

const mostRefused = 5;
/** A refusal this soon after the doubt began answers a call from before the doubt. */
const underWayMs = 60_000;
/** Longer than a call for a list takes to succeed or fail. */
const answeredMs = listCallMs + 5_000;

export function doubtAfterRefusal(
  before: TokenDoubt,
  { buyerId, isKnown }: RefusedList,
  now: number,
): { readonly doubt: TokenDoubt; readonly isRejected: boolean } {
  const { doubtedAt } = before;
  const unchanged = { doubt: before, isRejected: false };
  if (doubtedAt === null ? isKnown : isWithin(underWayMs, doubtedAt, now)) return unchanged;
  const refused = before.refused.includes(buyerId) ? before.refused : [...before.refused, buyerId];
  const refusedAt = before.refusedAt ?? now;
  if (doubtedAt !== null && refused.length >= mostRefused && !isWithin(answeredMs, refusedAt, now)) {
    // `refusedAt` stays, so from now on five refusals are enough.
    return { doubt: { refused: [], refusedAt, doubtedAt: now }, isRejected: true };
  }
  if (refused === before.refused) return unchanged;
  if (doubtedAt === null && refused.length >= mostRefused) {
    return { doubt: { ...noDoubt, doubtedAt: now }, isRejected: false };
  }
  return { doubt: { refused, refusedAt, doubtedAt }, isRejected: false };
}

function isWithin(ms: number, since: number, now: number): boolean {
  return Math.abs(now - since) < ms;
}
