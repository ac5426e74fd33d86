import type { DigestPointer, DigestState } from '../../domain/digests/delivery.ts';
import type { DestinationSettings } from '../../domain/routes/route.ts';
import { digestKey, dueAttributes } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { all, any, equals } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { numberOf } from '../table/read-item.ts';
import type { TableWrite } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { type DigestListing, listingOf } from './digest-listing.ts';
import { type OwedDigests, putOwed } from './owed-digests.ts';

export interface DeliveredDigest extends DigestListing {
  /** Milliseconds since the epoch. */
  readonly deliveredAt: number;
}

/** Digests that are made due by an operator, or by the delivery of the message that they reply to. */
export function createSendingAgain(ports: LedgerPorts, { readDelivered, readUndelivered }: OwedDigests) {
  const { table } = ports;

  /** Makes a kept or waiting digest due at once. False if it is in none of the states `from`. */
  const makeDue = async (
    pointer: DigestPointer,
    from: readonly DigestState[],
    now: number,
  ): Promise<boolean> => {
    const key = digestKey(pointer.routeId, pointer.slot, pointer.part);
    const condition = any(...from.map((state) => equals('state', state)));
    // A redriven digest gets the whole schedule of attempts again; a waiting one only gets its next attempt earlier.
    const renewed = !from.includes('FROZEN');
    const set = { state: 'FROZEN', ...(renewed ? { attempts: 0 } : {}), ...dueAttributes(key, now) };
    const remove = ['reason', ...(renewed ? ['throttledSince'] : [])];
    return (await ifHolds(table.update({ key, set, remove, condition }))).holds;
  };

  return {
    makeDue,

    /**
     * Makes a route's digests in these states due, in the order of their keys, so that a first message comes before its
     * replies. Leaves out those written for another kind of destination than `to`. If interrupted, call it again.
     */
    async makeAllDue(
      { id, to }: { readonly id: string; readonly to: Pick<DestinationSettings, 'type'> },
      states: readonly ('HELD' | 'FROZEN' | 'DEAD')[],
      now: number,
    ): Promise<{ readonly released: number; readonly otherType: number }> {
      let [released, otherType] = [0, 0];
      for await (const item of readUndelivered(id)) {
        const digest = listingOf(item);
        const state = states.find((one) => one === digest.state);
        if (state === undefined) continue;
        if (digest.destinationType !== to.type) otherType += 1;
        else if (await makeDue(digest, [state], now)) released += 1;
      }
      return { released, otherType };
    },

    /** The digests that a route delivered at `since` (milliseconds since the epoch) or later. */
    async listDelivered(routeId: string, since: number): Promise<DeliveredDigest[]> {
      const found: DeliveredDigest[] = [];
      for await (const item of readDelivered(routeId)) {
        const deliveredAt = numberOf(item, 'deliveredAt');
        if (deliveredAt === null || deliveredAt < since) continue;
        found.push({ ...listingOf(item), deliveredAt });
      }
      return found;
    },

    /**
     * Makes a delivered digest due again with the same id and bytes, and the whole schedule of attempts. It is pending
     * again, so its time to live is removed. False if it changed since it was listed: delivered again, or expired.
     */
    async replayDigest(digest: DeliveredDigest, now: number): Promise<boolean> {
      const key = digestKey(digest.routeId, digest.slot, digest.part);
      const condition = all(equals('state', 'DELIVERED'), equals('deliveredAt', digest.deliveredAt));
      const set = { state: 'FROZEN', attempts: 0, replayedAt: now, ...dueAttributes(key, now) };
      const remove = ['expiresAt', 'deliveredAt', 'throttledSince'];
      const writes: TableWrite[] = [{ kind: 'update', key, set, remove, condition }, putOwed(key, now)];
      const { holds, found } = await ifHolds(tryAgain(ports, () => table.transact(writes)));
      // An earlier try of this write, whose result was unknown, has stored its time.
      return holds || found?.replayedAt === now;
    },
  };
}
