import type { DigestPointer } from '../../domain/digests/delivery.ts';
import { digestKey, dueAttributes } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { all, equals } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import type { TableWrite } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { type OwedDigests, putOwed } from './owed-digests.ts';

export interface DeliveredDigest extends DigestPointer {
  readonly digestId: string;
  readonly destinationType: string;
  readonly signals: number;
  /** Milliseconds since the epoch. */
  readonly deliveredAt: number;
}

export function createReplay(ports: LedgerPorts, { readDelivered }: OwedDigests) {
  const { table } = ports;
  return {
    /** The digests that a route delivered at `since` (milliseconds since the epoch) or later. */
    async listDelivered(routeId: string, since: number): Promise<DeliveredDigest[]> {
      const found: DeliveredDigest[] = [];
      for await (const item of readDelivered(routeId)) {
        const deliveredAt = numberOf(item, 'deliveredAt');
        if (deliveredAt === null || deliveredAt < since) continue;
        found.push({
          routeId: stringOf(item, 'routeId') ?? '',
          slot: stringOf(item, 'slot') ?? '',
          part: numberOf(item, 'part') ?? 0,
          digestId: stringOf(item, 'digestId') ?? '',
          destinationType: stringOf(item, 'destinationType') ?? '',
          signals: numberOf(item, 'signals') ?? 0,
          deliveredAt,
        });
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
