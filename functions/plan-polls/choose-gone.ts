import type { WholeReading } from './read-all-rows.ts';

/** Where no reading of all rows fits together, a buyer is given up when none has named it for so long. */
const goneAfterMs = 3 * 86_400_000;

/**
 * The buyers that a reading of all rows did not name and that have left the bridge, each with when it was last named.
 * Rows move while they are read, so that one can be missed: at once only where the reading fits together. A mistake costs
 * time, and no signal: what the ledger knows of the buyer stays, and it is found again.
 */
export function chooseGone(
  known: ReadonlyMap<string, number>,
  named: ReadonlySet<string>,
  { fits, isWhole, startedAt }: WholeReading,
): readonly (readonly [buyerId: string, seenAt: number])[] {
  const isGone = (seenAt: number): boolean => fits || (isWhole && seenAt < startedAt - goneAfterMs);
  return [...known].filter(([buyerId, seenAt]) => !named.has(buyerId) && isGone(seenAt));
}

/** A service whose index is rebuilt shows nothing for a while, or little, and that fits together. */
export function isDoubtful(gone: number, known: number): boolean {
  return gone > 0 && (gone === known || (known >= 4 && gone > known / 2));
}
