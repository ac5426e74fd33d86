import { restoreMarkKey } from './keys.ts';
import type { LedgerPorts } from './ports.ts';
import { stringOf } from './table/read-item.ts';

export function createRestoreMark({ table }: LedgerPorts) {
  return {
    /** The source table of a restore into this one that was cut off; null if the ledger is complete. */
    async readUnfinishedRestore(): Promise<string | null> {
      const mark = await table.get(restoreMarkKey);
      return mark === undefined ? null : (stringOf(mark, 'from') ?? '');
    },
  };
}
