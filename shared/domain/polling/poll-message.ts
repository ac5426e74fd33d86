/** A message of the poll queue. */
export interface PollMessage {
  readonly slot: string;
  readonly buyerIds: readonly string[];
  /** Read their lists to the end: a new signal may be behind an unchanged first page. */
  readonly whole?: true;
  /**
   * The time of a look at which no row named these buyers, milliseconds since the epoch: an older new signal should
   * have been announced.
   */
  readonly notNamedAt?: number;
  /** Poll buyers that rest after a refusal, too. */
  readonly evenResting?: true;
}

/** Only reads the values again that the buyers' signals wait for. */
export interface ValuesMessage {
  readonly slot: string;
  readonly buyerIds: readonly string[];
  readonly values: true;
}
