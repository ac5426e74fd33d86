/**
 * Tells a token that the service rejects by 403 from buyers that it refuses. One allowed list proves the token, so that
 * it is never taken for rejected while some list is allowed: five buyers refused one after another put it in doubt, the
 * next tick asks everyone, those first that were allowed before, and five more refusals in that state are the token's.
 */
export interface TokenDoubt {
  /** Buyers refused for the first time since a list was allowed; in doubt, those refused since the doubt was raised. */
  readonly refused: readonly string[];
  /** When the doubt was raised, milliseconds since the epoch; null while there is none. */
  readonly doubtedAt: number | null;
}

export interface RefusedList {
  readonly buyerId: string;
  readonly status: number;
  /** Known as refused before: its own matter, as others were allowed since. */
  readonly isKnown: boolean;
}

export const noDoubt: TokenDoubt = { refused: [], doubtedAt: null };

const mostRefused = 5;
/** What is refused so soon after the doubt was raised was asked for before everyone was. */
const underWayMs = 60_000;

export function doubtAfterRefusal(
  before: TokenDoubt,
  { buyerId, status, isKnown }: RefusedList,
  now: number,
): { readonly doubt: TokenDoubt; readonly isRejected: boolean } {
  const { doubtedAt } = before;
  const unchanged = { doubt: before, isRejected: false };
  if (before.refused.includes(buyerId)) return unchanged;
  if (doubtedAt === null ? isKnown : status !== 403 || Math.abs(now - doubtedAt) < underWayMs)
    return unchanged;
  const refused = [...before.refused, buyerId];
  if (refused.length < mostRefused) return { doubt: { refused, doubtedAt }, isRejected: false };
  return { doubt: { refused: [], doubtedAt: now }, isRejected: doubtedAt !== null };
}
