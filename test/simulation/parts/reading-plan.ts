/** What makes a list hard to read or its items hard to date, as a function of the seed alone. */
export interface ReadingPlan {
  readonly envelope: EnvelopeTrouble | null;
  readonly fastClock: FastClock | null;
  /** The items before and behind the end of a page are as old, and change places from call to call. */
  readonly tiesAtEdges: boolean;
  /** A list without a signal is answered with 404. */
  readonly emptyIs404: boolean;
  /** The service writes local times as if they were UTC: how far they are off. 0 where it does not. */
  readonly zoneMs: number;
  /** Once faults have stopped, one row arrives behind page 1 at the moment at which another leaves from there. */
  readonly swap: { readonly at: number; readonly arrives: number; readonly leaves: number } | null;
}

/**
 * `rounded-down`: `totalPages` leaves out a last page that is not full. `hole`: page 2 is empty, and nobody is shown
 * what belongs there. `gap`: page 2 is empty, and what belongs there comes on page 3. The others count too few items:
 * none, no more than a page holds, or one less than there are; of lists and of bridges' rows.
 */
export const envelopeTroubles = [
  'rounded-down',
  'hole',
  'gap',
  'counts-none',
  'counts-a-page',
  'counts-one-less',
] as const;
export type EnvelopeTrouble = (typeof envelopeTroubles)[number];

/** Every other instance of a function has a clock that is far ahead for a while, and then right again. */
export interface FastClock {
  readonly name: 'poll-signals' | 'plan-polls';
  readonly aheadMs: number;
  readonly from: number;
  readonly until: number;
}

/** How far ahead an instance's clock is by now, beside what all clocks differ by. */
export function aheadOf(
  { fastClock }: ReadingPlan,
  { id, name }: { readonly id: number; readonly name: string },
  now: number,
): number {
  if (fastClock === null || fastClock.name !== name || id % 2 === 1) return 0;
  return now >= fastClock.from && now < fastClock.until ? fastClock.aheadMs : 0;
}
