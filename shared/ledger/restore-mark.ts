import { restoreMarkKey } from './keys.ts';
import type { LedgerPorts } from './ports.ts';
import { stringOf } from './table/read-item.ts';

export function createRestoreMark({ table }: LedgerPorts) {
  return {
    /** The table that a restore into this one was copying from when it was cut off; null when the ledger is whole. */
    async readUnfinishedRestore(): Promise<string | null> {
      const mark = await table.get(restoreMarkKey);
      return mark === undefined ? null : (stringOf(mark, 'from') ?? '');
    },
  };
}
