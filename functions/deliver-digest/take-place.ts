import type { Clock, Random } from '../../shared/domain/clock.ts';
import type { DigestClaim } from '../../shared/domain/digests/delivery.ts';
import type { Place } from '../../shared/domain/digests/in-flight.ts';

export interface TakePlacePorts {
  readonly clock: Clock;
  readonly random: Random;
  /** Takes one of the route's few places for attempts. */
  readonly beginAttempt: (routeId: string, holder: string, now: number, leaseMs: number) => Promise<Place>;
}

/** Other digests do not wait for an attempt that takes longer: waiting would keep a sender busy. */
const quickMs = 2_000;
const longestWaitMs = 4_000;
const lookAgainMs = 100;

/**
 * Waits a moment for a place if attempts end quickly, so that a backlog goes out as fast as the destination takes it.
 */
export async function takePlace(
  { clock, random, beginAttempt }: TakePlacePorts,
  claim: DigestClaim,
  leaseMs: number,
): Promise<Place> {
  const holder = `${claim.digestId} ${claim.fence}`;
  for (let waitedMs = 0; ; ) {
    const now = clock.now();
    const place = await beginAttempt(claim.pointer.routeId, holder, now, leaseMs);
    const isWorthWaiting = place.kind === 'busy' && now - place.since < quickMs && waitedMs < longestWaitMs;
    if (!isWorthWaiting) return place;
    const pause = lookAgainMs * (1 + random());
    waitedMs += pause;
    await clock.sleep(pause);
  }
}
