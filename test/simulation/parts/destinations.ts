import type { DigestPointer } from '../../../shared/domain/digests/delivery.ts';

/** The messages that one destination accepted, also those whose answer was lost. */
export interface TakenDigest {
  readonly digestId: string;
  readonly body: string;
}

/** A message that stands in a channel, as its readers see it. */
export interface ChannelMessage {
  readonly pointer: DigestPointer;
  readonly place: string;
  /** As it was posted. */
  readonly posted: string;
  /** As it was last changed. */
  shown: string;
  /** It was deleted, or the bot may not change it any more. */
  isGone: boolean;
}

export interface Destinations {
  /** By route. */
  readonly taken: ReadonlyMap<string, readonly TakenDigest[]>;
  take(routeId: string, digest: TakenDigest): void;
}
