import type { FrozenDigest } from '../../domain/digests/delivery.ts';
import { digestKey, dueAttributes, routeKey, sha256, slotPrefix } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import type { RouteRegistry } from '../routes/route-registry.ts';
import { absent, present } from '../table/conditions.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf } from '../table/read-item.ts';
import { type Item, type TableWrite, TransactionCancelledError } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { putOwed } from './owed-digests.ts';

export function createFreezing(ports: LedgerPorts, { registerRoutes }: RouteRegistry) {
  const { table } = ports;
  return {
    /** The number of the slot's next part: 1 if none is frozen yet. */
    async nextPart(routeId: string, slot: string): Promise<number> {
      let last = 0;
      for await (const item of queryAll(table, routeKey(routeId).pk, slotPrefix(slot))) {
        last = Math.max(last, numberOf(item, 'part') ?? 0);
      }
      return last + 1;
    },

    /**
     * Stores the digest and deletes its members from the outbox, all or nothing. False if another composer was faster:
     * the caller drops the bytes and reads the outbox again.
     */
    async freeze(digest: FrozenDigest, now: number): Promise<boolean> {
      await registerRoutes([digest.routeId]);
      const item = describeFrozen(digest, now);
      const pk = routeKey(digest.routeId).pk;
      const writes: TableWrite[] = [
        { kind: 'put', item, condition: absent },
        putOwed(digest.routeId, item, now),
        ...digest.members.map((sk): TableWrite => ({ kind: 'delete', key: { pk, sk }, condition: present })),
      ];
      try {
        await tryAgain(ports, () => table.transact(writes));
        return true;
      } catch (error) {
        if (!(error instanceof TransactionCancelledError)) throw error;
        const [put] = error.reasons;
        if (put?.code === 'too-large') throw error;
        // The same bytes are already there: an earlier try of this write, whose result was unknown.
        return put?.code === 'condition-failed' && put.item?.sha256 === item.sha256;
      }
    },
  };
}

/** A digest as an item. No renderer's body comes near the largest item size. */
export function describeFrozen(digest: FrozenDigest, now: number): Item {
  const key = digestKey(digest.routeId, digest.slot, digest.part);
  return {
    ...key,
    digestId: digest.digestId,
    routeId: digest.routeId,
    slot: digest.slot,
    part: digest.part,
    destinationType: digest.destinationType,
    sha256: sha256(digest.body),
    members: digest.members,
    signals: digest.members.length,
    state: 'FROZEN',
    fence: 0,
    attempts: 0,
    frozenAt: now,
    v: 1,
    ...dueAttributes(key, now),
    text: digest.body,
    ...(digest.plainBody === undefined ? {} : { plainText: digest.plainBody }),
  };
}
