import { dayMs } from '../duration.ts';

/** The rows of a watched bridge were read so far for its buyers. Times in milliseconds since the epoch. */
export interface Roster {
  /** The start of the first complete reading of all rows; 0 if a wrong clock stored it. */
  readonly firstFullAt: number | null;
  /** The last reading of all rows; one over several ticks counts by the start of its last tick. */
  readonly lastFullAt: number | null;
  /** The last of these that passed no page over; 0 if none did, null if an earlier version stored the last one. */
  readonly wholeAt: number | null;
  readonly reading: RowReading | null;
}

export interface RowReading {
  readonly startedAt: number;
  readonly nextPage: number;
  /** Rows on the pages before `nextPage`. */
  readonly rows: number;
  /** Ticks in a row in which the next page failed; absent for none. */
  readonly failures?: number;
  /** Unreadable pages before `nextPage`; absent for none. */
  readonly passedOver?: number;
}

/** All rows are read so often; those of a bridge whose newest can't be identified, or of which a page failed, more often. */
export const wholeEveryMs = dayMs;

/** Null if no reading has read all rows. */
export function lastWholeAt({ wholeAt, lastFullAt }: Pick<Roster, 'wholeAt' | 'lastFullAt'>): number | null {
  return (wholeAt ?? lastFullAt) || null;
}

export type RosterProgress = Partial<Roster> & Pick<Roster, 'reading'>;
