import type { DigestClaim } from '../../shared/domain/digests/delivery.ts';
import type { Place } from '../../shared/domain/digests/in-flight.ts';
import type { FunctionPorts } from '../function-ports.ts';

/** Other digests do not wait for an attempt that takes longer: waiting would keep a sender busy. */
const quickMs = 2_000;
const longestWaitMs = 4_000;
const lookAgainMs = 100;

/**
 * Waits a moment for a place if attempts end quickly, so that a backlog goes out as fast as the destination takes it.
 */
export async function takePlace(
  { clock, random, ledger }: Pick<FunctionPorts, 'clock' | 'random' | 'ledger'>,
  claim: DigestClaim,
  leaseMs: number,
): Promise<Place> {
  const holder = `${claim.digestId} ${claim.fence}`;
  for (let waitedMs = 0; ; ) {
    const now = clock.now();
    const place = await ledger.beginAttempt(claim.pointer.routeId, holder, now, leaseMs);
    const isWorthWaiting = place.kind === 'busy' && now - place.since < quickMs && waitedMs < longestWaitMs;
    if (!isWorthWaiting) return place;
    const pause = lookAgainMs * (1 + random());
    waitedMs += pause;
    await clock.sleep(pause);
  }
}
