import type { Destinations, TakenDigest } from '../parts/destinations.ts';

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
