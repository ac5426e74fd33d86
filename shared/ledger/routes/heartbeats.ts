import type { FrozenDigest } from '../../domain/digests/delivery.ts';
import type { HeartbeatMark } from '../../domain/digests/heartbeat.ts';
import { describeFrozen } from '../digests/freeze-digest.ts';
import { putOwed } from '../digests/owed-digests.ts';
import { heartbeatKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { absent, equals } from '../table/conditions.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import { type Item, type TableWrite, TransactionCancelledError } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { readCounts } from '../tallies.ts';
import type { RouteRegistry } from './route-registry.ts';

export function createHeartbeats(ports: LedgerPorts, { registerRoutes }: RouteRegistry) {
  const { table } = ports;
  return {
    /** Where the route's last heartbeat ended; null before the first. */
    async readHeartbeat(routeId: string): Promise<HeartbeatMark | null> {
      const item = await table.get(heartbeatKey(routeId));
      const slot = item ? stringOf(item, 'slot') : null;
      if (!item || slot === null) return null;
      const { counted } = item;
      const isMap = typeof counted === 'object' && counted !== null && !Array.isArray(counted);
      return {
        slot,
        until: numberOf(item, 'until') ?? 0,
        counted: isMap ? readCounts(counted as Item) : {},
        newForRoute: numberOf(item, 'newForRoute') ?? 0,
      };
    },

    /**
     * Stores a heartbeat like a digest and moves the route's mark to its end, all or nothing, so that heartbeats
     * neither overlap nor leave a gap. `frozen` also if an earlier try of this write did it.
     */
    async freezeHeartbeat(
      digest: FrozenDigest,
      { before, after }: { readonly before: HeartbeatMark | null; readonly after: HeartbeatMark },
      now: number,
    ): Promise<'frozen' | 'taken' | 'overtaken'> {
      await registerRoutes([digest.routeId]);
      const item: Item = { ...describeFrozen(digest, now), kind: 'heartbeat' };
      const { slot, until, counted, newForRoute } = after;
      const writes: TableWrite[] = [
        { kind: 'put', item, condition: absent },
        putOwed(item, now),
        {
          kind: 'update',
          key: heartbeatKey(digest.routeId),
          set: { slot, until, counted, newForRoute, v: 1 },
          condition: before === null ? absent : equals('slot', before.slot),
        },
      ];
      try {
        await tryAgain(ports, () => table.transact(writes));
        return 'frozen';
      } catch (error) {
        if (!(error instanceof TransactionCancelledError)) throw error;
        const [put] = error.reasons;
        if (put?.code !== 'condition-failed') return 'overtaken';
        return put.item?.digestId === item.digestId ? 'frozen' : 'taken';
      }
    },
  };
}
