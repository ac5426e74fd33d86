import type { SetAside } from '../../domain/signals/flood.ts';
import { entryKey, entrySuffix, heldPrefix, routeKey } from '../items/keys.ts';
import { unchangedSince } from '../routes/routes.ts';
import type { Item, LedgerPorts } from '../table/table.ts';
import { drainEntries, moveEntries, releasedInto } from './move-entries.ts';

export function createFloodHolding(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    /**
     * Moves entries of a flood out of the outbox, each atomically, and counts them at their route in the same
     * transaction. Returns how many were moved: fewer than given if the route's item changed meanwhile. The caller
     * then reads again.
     */
    async setAside({ routeId, keys, ver }: SetAside): Promise<number> {
      const found = await Array.fromAsync(keys, (sk) => table.get(entryKey(routeId, sk)));
      const items = found.filter((item) => item !== undefined);
      const heldOf = (item: Item): Item => ({ ...item, sk: `${heldPrefix}${entrySuffix(item)}` });
      return moveEntries(ports, items, heldOf, (moves, chunk) => {
        const condition = unchangedSince(ver + chunk);
        const add = { held: moves, untold: moves, ver: 1 };
        return [{ kind: 'update', key: routeKey(routeId), set: { v: 1 }, add, condition }];
      });
    },

    /** No flood rule counts these signals again. If interrupted, call it again to move the rest. */
    async resendHeld(routeId: string): Promise<number> {
      const message = `the signals held for ${routeId} keep changing; try again`;
      return drainEntries(ports, { routeId, prefix: heldPrefix }, message, (item) =>
        releasedInto(routeId, item, clock.now()),
      );
    },
  };
}
