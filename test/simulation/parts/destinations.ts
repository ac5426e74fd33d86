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
  readonly posted: string;
  /** As it was last changed. */
  shown: string;
  /** It was deleted, or the bot may not change it any more. */
  isGone: boolean;
}

export type Destinations = ReturnType<typeof createDestinations>;

export function createDestinations() {
  /** By route. */
  const taken = new Map<string, TakenDigest[]>();
  return {
    taken,
    take(routeId: string, digest: TakenDigest): void {
      const digests = taken.get(routeId) ?? [];
      digests.push(digest);
      taken.set(routeId, digests);
    },
  };
}
