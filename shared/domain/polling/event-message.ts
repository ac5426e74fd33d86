/** A message of the queue of events: what a sender says has changed. */
export interface EventMessage {
  readonly buyerIds?: readonly string[] | undefined;
  readonly bridgeId?: string | undefined;
  /** It showed nothing new, and is asked about for the second time, which is the last. */
  readonly again?: true | undefined;
}

/** An event names so many buyers at most. */
export const mostNamed = 100;

/** Lists and rows may lag behind an event: what shows nothing new is asked about once more after this. */
export const askedAgainSeconds = 30;
