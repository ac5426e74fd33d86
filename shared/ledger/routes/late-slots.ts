import type { LateSlot } from '../../domain/routes/pending.ts';
import { dueAttributes, lateKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { above, any, equals, missing } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import { type TableUpdate, TransactionCancelledError } from '../table/table.ts';

export type LateSlots = ReturnType<typeof createLateSlots>;

export function createLateSlots({ table }: LedgerPorts) {
  return {
    /**
     * Makes the sweep compose a slot at `dueAt`. A newer slot's mark stays: composing the newer slot covers the older
     * one, not the reverse.
     */
    async markLate({ routeId, slot }: LateSlot, dueAt: number): Promise<void> {
      const key = lateKey(routeId);
      const isNewest = any(missing('slot'), { kind: 'compare', attribute: 'slot', is: '<=', value: slot });
      const set = { slot, v: 1, ...dueAttributes(key, dueAt) };
      await ifHolds(table.update({ key, set, condition: isNewest }));
    },

    /** The routes whose late slot is to be composed after a time. */
    async listLaterMarks(routes: readonly Pick<LateSlot, 'routeId'>[], time: number): Promise<string[]> {
      const found: string[] = [];
      for (const { routeId } of routes) {
        const item = await table.get(lateKey(routeId));
        if (item !== undefined && (numberOf(item, 'dueAt') ?? 0) > time) found.push(routeId);
      }
      return found;
    },

    /** Composes a late slot at `dueAt` already. The condition fails if it is due by then, or if there is none. */
    bringForward(routeId: string, dueAt: number): TableUpdate {
      const key = lateKey(routeId);
      return { key, set: dueAttributes(key, dueAt), condition: above('dueAt', dueAt) };
    },

    async readLate(routeId: string): Promise<LateSlot | null> {
      const item = await table.get(lateKey(routeId));
      const slot = item ? stringOf(item, 'slot') : null;
      return slot === null ? null : { routeId, slot };
    },

    /** Only if the mark is still of this slot: a newer slot's mark stays. */
    async clearLate({ routeId, slot }: LateSlot): Promise<void> {
      const condition = equals('slot', slot);
      try {
        await table.transact([{ kind: 'delete', key: lateKey(routeId), condition }]);
      } catch (error) {
        if (!(error instanceof TransactionCancelledError)) throw error;
      }
    },
  };
}
