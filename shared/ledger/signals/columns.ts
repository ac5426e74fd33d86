import { dayMs, hourMs } from '../../domain/duration.ts';
import { isRecord } from '../../domain/is-record.ts';
import type { ColumnInfo } from '../../domain/rows/columns.ts';
import { limitColumns } from '../../domain/signals/limit-columns.ts';
import { createPace, rememberedUntil } from '../items/kept.ts';
import { columnSeenKey, columnsKey } from '../items/keys.ts';
import { asRead, tryAgain, tryIfHolds } from '../table/conditions.ts';
import { isRecent, numberOf, parsedOf } from '../table/read-item.ts';
import type { LedgerPorts } from '../table/table.ts';

/** Columns that could not be learned are asked for again with a new signal after this long. */
const againMs = 3_600_000;
/** Nobody needs the columns of a bridge that sends nothing for so long. */
const keptDays = 60;

/** The case of a bridge's id does not matter. */
export function createColumns(ports: LedgerPorts) {
  const { table, clock } = ports;
  const isNew = createPace(clock, hourMs);

  return {
    /** Undefined where nothing was learned yet, and where it is damaged. */
    async read(bridgeId: string): Promise<readonly ColumnInfo[] | undefined> {
      const item = await table.get(columnsKey(bridgeId));
      const parsed = item && parsedOf(item, 'text');
      const isColumn = (value: unknown): value is ColumnInfo =>
        isRecord(value) && typeof value.name === 'string' && isRecord(value.labels);
      return Array.isArray(parsed) && parsed.every(isColumn) ? parsed : undefined;
    },

    /** Claims the right to fetch a bridge's columns; false if they are fresh, or somebody tried within the hour. */
    async beginLearning(bridgeId: string): Promise<boolean> {
      const key = columnsKey(bridgeId);
      const item = (await table.get(key)) ?? {};
      const now = clock.now();
      if (isRecent(item, 'learnedAt', now, dayMs) || isRecent(item, 'askedAt', now, againMs)) return false;
      const condition = asRead(item, 'askedAt');
      const set = { askedAt: now, expiresAt: rememberedUntil(now, keptDays), v: 1 };
      return (await tryIfHolds(ports, () => table.update({ key, set, condition }))).holds;
    },

    async save(bridgeId: string, columns: readonly ColumnInfo[]): Promise<void> {
      const text = JSON.stringify(limitColumns(columns));
      const now = clock.now();
      const set = { text, learnedAt: now, expiresAt: rememberedUntil(now, keptDays), v: 1 };
      await tryAgain(ports, () => table.update({ key: columnsKey(bridgeId), set }));
    },

    async noteColumnsSeen(names: readonly string[]): Promise<void> {
      for (const name of names.filter(isNew)) {
        const set = { at: clock.now(), v: 1 };
        await tryAgain(ports, () => table.update({ key: columnSeenKey(name), set }));
      }
    },

    /** A signal with a value in the column was recorded then; null for never. */
    async readColumnSeen(name: string): Promise<number | null> {
      return numberOf((await table.get(columnSeenKey(name))) ?? {}, 'at');
    },
  };
}
