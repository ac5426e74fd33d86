import type { OpenFlood } from '../../domain/signals/flood.ts';
import { routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { equals, missing } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { numberOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

export interface FloodCounts {
  /** Signals that were held back or dropped. */
  readonly aside: number;
  /** Those of them that were dropped; null in a flood that an earlier version began. */
  readonly dropped: number | null;
}

export function createFloods(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /**
     * Writes down that a route is in a flood of what was first seen until `until`: whoever composes after a crash goes
     * on where it ended. A flood that is open already keeps its id, by which its signals are counted.
     */
    async openFlood(routeId: string, until: number): Promise<OpenFlood> {
      const key = routeKey(routeId);
      const begin = { floodId: until, floodUntil: until, floodAside: 0, floodDropped: 0, v: 1 };
      const { holds, found } = await ifHolds(
        tryAgain(ports, () => table.update({ key, set: begin, condition: missing('floodId') })),
      );
      const open = !holds && found ? openFloodOf(found) : null;
      if (open === null || open.until >= until) return open ?? { id: until, until };
      await tryAgain(ports, () => table.update({ key, set: { floodUntil: until } }));
      return { id: open.id, until };
    },

    async closeFlood(routeId: string, floodId: number): Promise<void> {
      const condition = equals('floodId', floodId);
      const remove = ['floodId', 'floodUntil', 'floodAside', 'floodDropped'];
      // It does not hold where another composer closed it, or an earlier try of this write.
      await ifHolds(tryAgain(ports, () => table.update({ key: routeKey(routeId), remove, condition })));
    },

    /** Of a flood; null once its digest was frozen, which said so. */
    async countFlood(routeId: string, floodId: number): Promise<FloodCounts | null> {
      const item = await table.get(routeKey(routeId));
      if (!item || numberOf(item, 'floodId') !== floodId) return null;
      return { aside: numberOf(item, 'floodAside') ?? 0, dropped: numberOf(item, 'floodDropped') };
    },
  };
}

export function openFloodOf(item: Item): OpenFlood | null {
  const id = numberOf(item, 'floodId');
  const until = numberOf(item, 'floodUntil');
  return id === null || until === null ? null : { id, until };
}
