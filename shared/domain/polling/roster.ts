/** The buyers found in the rows of a watched bridge. Times in milliseconds since the epoch. */
export interface Roster {
  /** When its rows were last found to name each buyer, give or take a day. */
  readonly buyers: ReadonlyMap<string, number>;
  /** When the first reading of all rows began that came to its end. */
  readonly firstFullAt: number | null;
  /** When all rows were last read; of a reading over several ticks, when its last one began. */
  readonly lastFullAt: number | null;
  /** When a reading of all rows left out so many buyers that the next one has to agree; null where none did. */
  readonly doubtedAt: number | null;
  /** The reading of all rows that is under way, null where none is. */
  readonly reading: RowReading | null;
}

export interface RowReading {
  readonly startedAt: number;
  readonly nextPage: number;
  /** How many rows the pages before it had. */
  readonly rows: number;
  /** In how many ticks in a row the next page failed; absent for none. */
  readonly failures?: number;
  /** How many pages before it could not be read; absent for none. */
  readonly passedOver?: number;
}

export interface RosterProgress {
  readonly firstFullAt?: number;
  readonly lastFullAt?: number;
  /** null takes it back. */
  readonly doubtedAt?: number | null;
  readonly reading: RowReading | null;
}
