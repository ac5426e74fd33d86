/** A message of the queue of events. */
export interface EventMessage {
  readonly buyerIds?: readonly string[] | undefined;
  readonly bridgeId?: string | undefined;
  /** It showed nothing new, and is asked about for the second time, which is the last. */
  readonly again?: true | undefined;
}

export const mostNamed = 100;

/** Lists and rows may lag behind an event that shows nothing new: it is asked about once more after this. */
export const askedAgainSeconds = 30;
