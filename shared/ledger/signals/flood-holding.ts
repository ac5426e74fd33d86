import type { SetAside } from '../../domain/signals/flood.ts';
import { entryKey, heldPrefix, outboxPrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { unchangedSince } from '../routes/routes.ts';
import { drain, moveItems, moveTo } from '../table/move-items.ts';
import type { Item, TableWrite } from '../table/table.ts';
import { firstEntries, movesAtOnce, restOf } from './entries.ts';

export function createFloodHolding(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    /**
     * Moves entries of a flood out of the outbox, each atomically, and counts them at their route in the same
     * transaction. Returns how many were moved: fewer than given if the route's item changed meanwhile. The caller
     * then reads again.
     */
    async setAside({ routeId, keys, ver }: SetAside): Promise<number> {
      const items: Item[] = [];
      for (const sk of keys) {
        const item = await table.get(entryKey(routeId, sk));
        if (item) items.push(item);
      }
      const writesOf = (item: Item): TableWrite[] => {
        const key = entryKey(routeId, `${heldPrefix}${restOf(item)}`);
        return moveTo({ ...item, ...key }, item);
      };
      return moveItems(ports, items, writesOf, (moves, chunk) => {
        const condition = unchangedSince(ver + chunk);
        const add = { held: moves, untold: moves, ver: 1 };
        return [{ kind: 'update', key: routeKey(routeId), set: { v: 1 }, add, condition }];
      });
    },

    /**
     * Puts all held signals of a route back into its outbox, marked so that no flood rule counts them again. Returns
     * how many. If interrupted, call it again to move the rest.
     */
    async resendHeld(routeId: string): Promise<number> {
      const read = () => firstEntries(table, routeId, heldPrefix, movesAtOnce);
      return drain(read, `the signals held for ${routeId} keep changing; try again`, (items) => {
        // The signal may be weeks old, but is overdue only once a slot of the route has passed from now on.
        const enteredAt = clock.now();
        const writesOf = (item: Item): TableWrite[] => {
          const key = entryKey(routeId, `${outboxPrefix}${restOf(item)}`);
          return moveTo({ ...item, ...key, released: true, enteredAt }, item);
        };
        return moveItems(ports, items, writesOf, (moves) => [countReleased(routeId, moves)]);
      });
    },
  };
}

/** Belongs in each transaction that removes entries under `HELD#`: what leaves is told as held no more. */
export function countReleased(routeId: string, moves: number): TableWrite {
  const add = { held: -moves, ver: 1 };
  return { kind: 'update', key: routeKey(routeId), set: { untold: 0, v: 1 }, add };
}
