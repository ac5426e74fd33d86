import type { DigestPointer } from '../../domain/digests/delivery.ts';
import { setEntry } from '../history/digest-entries.ts';
import { type DigestListing, listingOf } from '../items/digest-listing.ts';
import { digestKey, digestPrefix, dueAttributes, routeKey } from '../items/keys.ts';
import { all, equals, ifHolds, tryIfHolds } from '../table/conditions.ts';
import { queryAll } from '../table/read-item.ts';
import type { LedgerPorts, TableWrite } from '../table/table.ts';
import { putOwed } from './owed-digests.ts';

export function createSendingAgain(ports: LedgerPorts) {
  const { table } = ports;

  /** False if the digest is being sent, or changed since it was listed: another process sends it, or it expired. */
  const resendOne = async (digest: DigestListing, now: number, instead: string | null): Promise<boolean> => {
    const { state, deliveredAt } = digest;
    if (state === 'SENDING') return false;
    const key = digestKey(digest);
    const isSame = equals('state', state);
    const condition = deliveredAt === null ? isSame : all(isSame, equals('deliveredAt', deliveredAt));
    const due = dueAttributes(key, now);
    const set = { state: 'FROZEN', attempts: 0, resentAt: now, instead, ...due };
    const remove = ['expiresAt', 'deliveredAt', 'throttledSince', 'reason', 'alone'];
    const writes: TableWrite[] = [
      { kind: 'update', key, set, remove, condition },
      putOwed(key, now),
      setEntry(digest, 'FROZEN', now, { instead }),
    ];
    const { holds, found } = await tryIfHolds(ports, () => table.transact(writes));
    // An earlier try of this write, whose result was unknown, has stored its time.
    return holds || found?.resentAt === now;
  };

  return {
    /** False if the digest does not wait for an attempt. */
    async makeDue(pointer: DigestPointer, now: number): Promise<boolean> {
      const key = digestKey(pointer);
      const update = {
        key,
        set: dueAttributes(key, now),
        remove: ['reason'],
        condition: equals('state', 'FROZEN'),
      };
      return (await ifHolds(table.update(update))).holds;
    },

    /** Delivered digests are kept for 30 days. `since` in milliseconds since the epoch. */
    async listDelivered(routeId: string, since: number): Promise<DigestListing[]> {
      const items = queryAll(table, routeKey(routeId).pk, digestPrefix);
      return (await Array.fromAsync(items, listingOf)).filter(
        ({ state, deliveredAt }) => state === 'DELIVERED' && deliveredAt !== null && deliveredAt >= since,
      );
    },

    /**
     * Makes listed digests due with the same ids and bytes, each with its whole schedule of attempts. The order of
     * the listing puts a first message before its replies. Returns how many: without those that changed since. If
     * interrupted, list them again for the rest. `instead`: the route whose destination they go to.
     */
    async resend(
      digests: readonly DigestListing[],
      now: number,
      instead: string | null = null,
    ): Promise<number> {
      let resent = 0;
      for (const digest of digests) if (await resendOne(digest, now, instead)) resent += 1;
      return resent;
    },
  };
}
