/** How far the rows of a watched bridge were read for its buyers. Times in milliseconds since the epoch. */
export interface Roster {
  /** When the first complete reading of all rows began; 0 if a wrong clock stored it. */
  readonly firstFullAt: number | null;
  /** When all rows were last read; for a reading over several ticks, the start of its last tick. */
  readonly lastFullAt: number | null;
  /** The current reading of all rows; null if there is none. */
  readonly reading: RowReading | null;
}

export interface RowReading {
  readonly startedAt: number;
  readonly nextPage: number;
  /** The number of rows on the pages before `nextPage`. */
  readonly rows: number;
  /** The number of ticks in a row in which the next page failed; absent for none. */
  readonly failures?: number;
  /** The number of unreadable pages before `nextPage`; absent for none. */
  readonly passedOver?: number;
}

/** What one tick has read of it. */
export type RosterProgress = Partial<Roster> & Pick<Roster, 'reading'>;
