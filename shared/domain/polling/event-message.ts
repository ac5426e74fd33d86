/** A message of the queue of events: what a sender says has changed. */
export interface EventMessage {
  readonly buyerIds?: readonly string[] | undefined;
  readonly bridgeId?: string | undefined;
  /** It showed nothing new, and is looked at for the second time. */
  readonly again?: true | undefined;
}
