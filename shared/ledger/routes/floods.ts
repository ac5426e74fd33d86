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
  /** The dropped ones among them; null in a flood that an earlier version began. */
  readonly dropped: number | null;
}

export function createFloods(ports: LedgerPorts) {
  const { table } = ports;
  return {
    /**
     * Stores that a route is in a flood of signals first seen until `until`, so that composing can resume after a
     * crash. An open flood keeps its id, under which its signals are counted.
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
      // The condition fails if another composer, or an earlier try of this write, closed it.
      await ifHolds(tryAgain(ports, () => table.update({ key: routeKey(routeId), remove, condition })));
    },

    /** The counts of a flood; null once its digest is frozen, since the digest states them. */
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
