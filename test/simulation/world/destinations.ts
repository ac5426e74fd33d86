/** The messages that one destination accepted, also those whose answer was lost. */
export interface TakenDigest {
  readonly digestId: string;
  readonly body: string;
}

export interface Destinations {
  /** By route. */
  readonly taken: ReadonlyMap<string, readonly TakenDigest[]>;
  take(routeId: string, digest: TakenDigest): void;
}

export function createDestinations(): Destinations {
  const taken = new Map<string, TakenDigest[]>();
  return {
    taken,
    take(routeId, digest) {
      const digests = taken.get(routeId) ?? [];
      digests.push(digest);
      taken.set(routeId, digests);
    },
  };
}
