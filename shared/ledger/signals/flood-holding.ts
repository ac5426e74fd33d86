import type { SetAside } from '../../domain/signals/flood.ts';
import { droppedPrefix, entryKey, heldPrefix, outboxPrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { all, any, equals, missing } from '../table/conditions.ts';
import { drain } from '../table/drain.ts';
import { moveItems, moveTo } from '../table/move-items.ts';
import { numberOf } from '../table/read-item.ts';
import type { Condition, Item, TableWrite } from '../table/table.ts';
import { archiveUntil } from './archive-entry.ts';
import { firstEntries, restOf } from './entries.ts';

/** Two writes for each entry and one for the count fit into a transaction. */
const movesAtOnce = 49;

export type FloodHolding = ReturnType<typeof createFloodHolding>;

export function createFloodHolding(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    /**
     * Moves entries of a flood out of the outbox, each atomically. Returns how many were moved: fewer than given if
     * another composer was faster or the flood is over. The caller then reads again.
     */
    async setAside(
      { routeId, keys, fate, floodId, keptUntil = null }: SetAside,
      now: number,
    ): Promise<number> {
      const isHeld = fate === 'held';
      const mark = { floodId, ...(isHeld ? {} : { expiresAt: archiveUntil(now) }) };
      const items: Item[] = [];
      for (const sk of keys) {
        const item = await table.get(entryKey(routeId, sk));
        if (item) items.push(item);
      }
      const writesOf = (item: Item): TableWrite[] => {
        const key = entryKey(routeId, `${isHeld ? heldPrefix : droppedPrefix}${restOf(item)}`);
        return moveTo({ ...item, ...mark, ...key }, item);
      };
      return moveItems(ports, items, writesOf, (moves) => {
        const add = { floodAside: moves, ...(isHeld ? { held: moves } : { floodDropped: moves }) };
        // Not for a flood whose digest was frozen meanwhile: the digest has stated its size.
        const isOpen = equals('floodId', floodId);
        const condition = isHeld ? isOpen : all(isOpen, mayDrop(keptUntil));
        return [{ kind: 'update', key: routeKey(routeId), set: { v: 1 }, add, condition }];
      });
    },

    /**
     * Puts all held signals of a route back into its outbox, marked so that no flood rule counts them again. Returns
     * how many. If interrupted, call it again to move the rest.
     */
    async releaseHeld(routeId: string): Promise<number> {
      const read = () => firstEntries(table, routeId, heldPrefix, movesAtOnce);
      return drain(read, `the signals held for ${routeId} keep changing; try again`, (items) => {
        // The signal may be weeks old, but is overdue only once a slot of the route has passed from now on.
        const enteredAt = clock.now();
        const writesOf = (item: Item): TableWrite[] => {
          const { floodId: _, ...entry } = item;
          const key = entryKey(routeId, `${outboxPrefix}${restOf(item)}`);
          return moveTo({ ...entry, ...key, released: true, enteredAt }, item);
        };
        return moveItems(ports, items, writesOf, (moves) => [countHeldMoves(routeId, -moves)]);
      });
    },

    /** The number of signals that a route holds back, counted with each move so that no digest has to read them all. */
    async countHeld(routeId: string): Promise<number> {
      const item = await table.get(routeKey(routeId));
      return (item && numberOf(item, 'held')) ?? 0;
    },
  };
}

/** Not if the route was disabled meanwhile, or disabled and resumed: its signals are then kept. */
function mayDrop(keptUntil: number | null): Condition {
  const isEnabled = any(missing('state'), equals('state', 'ENABLED'));
  const isSame = keptUntil === null ? missing('keptUntil') : equals('keptUntil', keptUntil);
  return all(isEnabled, isSame);
}

/** Belongs in each transaction that puts `moves` entries under `HELD#`; negative if it removes them. */
export function countHeldMoves(routeId: string, moves: number): TableWrite {
  return { kind: 'update', key: routeKey(routeId), set: { v: 1 }, add: { held: moves } };
}
