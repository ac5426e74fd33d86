import type { FollowedSignal } from '../../shared/domain/digests/delivery.ts';
import type { DigestEntry } from '../../shared/domain/history/history.ts';
import type { LedgerPort } from '../function-ports.ts';

/**
 * A digest that is sent again was delivered the first time; one that was handed over is of the route that took it. Times in
 * milliseconds since the epoch.
 */
export async function readSent(
  { ledger }: LedgerPort<'history'>,
  isOf: (routeId: string) => boolean,
  span: { readonly since: number; readonly until: number },
  isWanted: (one: FollowedSignal, firstDelivered: number) => boolean,
): Promise<(FollowedSignal & Pick<DigestEntry, 'clicks'>)[]> {
  const found = new Map<string, FollowedSignal & Pick<DigestEntry, 'clicks'>>();
  for await (const digest of ledger.history.readDigests(span)) {
    const first = digest.attempts.find(({ outcome }) => outcome === 'delivered')?.at ?? digest.deliveredAt;
    if (first === null || !isOf(digest.instead ?? digest.routeId)) continue;
    for (const one of digest.followed ?? []) {
      if (!isWanted(one, first)) continue;
      const clicks = [...digest.clicks, ...(found.get(one.signalId)?.clicks ?? [])];
      found.set(one.signalId, { ...one, clicks });
    }
  }
  return [...found.values()];
}
