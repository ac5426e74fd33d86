/**
 * Tells a token that the service rejects by 403 from buyers that it refuses. One allowed list proves the token, so that
 * it is never taken for rejected while some list is allowed: five buyers refused one after another put it in doubt, the
 * next tick asks everyone, those first that were allowed before, and five more refusals in that state are the token's. A
 * refusal comes faster than a list: what was asked for at the same time must have had the time to be answered.
 */
export interface TokenDoubt {
  /** Buyers refused for the first time since a list was allowed; in doubt, those refused since the doubt was raised. */
  readonly refused: readonly string[];
  /** When the first was since the last list that was allowed, milliseconds since the epoch; null for none. */
  readonly refusedAt: number | null;
  /** When the doubt was raised, milliseconds since the epoch; null while there is none. */
  readonly doubtedAt: number | null;
}

export interface RefusedList {
  readonly buyerId: string;
  readonly status: number;
  /** Known as refused before: its own matter, as others were allowed since. */
  readonly isKnown: boolean;
}

export const noDoubt: TokenDoubt = { refused: [], refusedAt: null, doubtedAt: null };

const mostRefused = 5;
/** What is refused so soon after the doubt was raised was asked for before everyone was. */
const underWayMs = 60_000;
/** Longer than a list takes to be answered, or to fail. */
const answeredMs = 20_000;

export function doubtAfterRefusal(
  before: TokenDoubt,
  { buyerId, status, isKnown }: RefusedList,
  now: number,
): { readonly doubt: TokenDoubt; readonly isRejected: boolean } {
  const { doubtedAt } = before;
  const unchanged = { doubt: before, isRejected: false };
  if (doubtedAt === null ? isKnown : status !== 403 || isWithin(underWayMs, doubtedAt, now)) return unchanged;
  const refused = before.refused.includes(buyerId) ? before.refused : [...before.refused, buyerId];
  const refusedAt = before.refusedAt ?? now;
  if (doubtedAt !== null && refused.length >= mostRefused && !isWithin(answeredMs, refusedAt, now)) {
    // From then on five are enough: `refusedAt` stays.
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
