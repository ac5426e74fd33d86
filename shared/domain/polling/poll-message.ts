export interface PollMessage {
  readonly slot: string;
  readonly buyerIds: readonly string[];
  /** Its tick looked at the rows then, milliseconds since the epoch. */
  readonly at: number;
  readonly because: PollReason;
  /** Buyers that rest after a refusal are polled, too: by hand, or since the service is back. */
  readonly evenResting?: true;
  readonly byHand?: true;
  /** An event names them. `again`: for the second time, since nothing new showed. */
  readonly urgent?: 'first' | 'again';
}

/**
 * `due`: the buyers' time has come; one that was polled since is not due any more. `named`: a row, or a person, names
 * them. `everyone`: every buyer is polled, so a list may be left after its first page if that is unchanged.
 */
export type PollReason = 'due' | 'named' | 'everyone';

export interface ValuesMessage extends Pick<PollMessage, 'slot' | 'buyerIds'> {
  readonly values: true;
}

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
