import type { WholeReading } from './read-all-rows.ts';

/** If no reading of all rows is consistent, a buyer is dropped after this long without being named. */
const goneAfterMs = 3 * 86_400_000;

/**
 * The buyers that have left the bridge, each with the time when it was last named. A reading can miss rows that move
 * meanwhile, so a buyer leaves at once only if the reading is consistent. A mistake costs time, but no signal: the
 * buyer's other items stay in the ledger, and it is found again.
 */
export function chooseGone(
  known: ReadonlyMap<string, number>,
  named: ReadonlySet<string>,
  { fits, isWhole, startedAt }: WholeReading,
): readonly (readonly [buyerId: string, seenAt: number])[] {
  const isGone = (seenAt: number): boolean => fits || (isWhole && seenAt < startedAt - goneAfterMs);
  return [...known].filter(([buyerId, seenAt]) => !named.has(buyerId) && isGone(seenAt));
}

/** While a service rebuilds its index, it may consistently show few rows or none. */
export function isDoubtful(gone: number, known: number): boolean {
  return gone > 0 && (gone === known || (known >= 4 && gone > known / 2));
}
