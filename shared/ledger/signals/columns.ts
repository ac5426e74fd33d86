import type { ColumnInfo } from '../../domain/signals/columns.ts';
import { limitColumns } from '../../domain/signals/limit-columns.ts';
import { columnsKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { equals, missing } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { parsedOf, pastOf, stringOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';

const dayMs = 86_400_000;
/** What could not be learned is asked for again with a new signal after this long. */
const againMs = 3_600_000;
/** Of a bridge that sends nothing for so long, nobody needs the columns. */
const keepMs = 60 * dayMs;

/** What is known of bridges' columns, and of their filter types. Bridges by their id, in whatever letters. */
export function createColumns(ports: LedgerPorts) {
  const { table, clock } = ports;

  /** One of two at once begins, and nobody does where it is not due, or within an hour of the last time. */
  const begin = async (
    bridgeId: string,
    mark: string,
    isKnown: (item: Item, now: number) => boolean,
  ): Promise<boolean> => {
    const key = columnsKey(bridgeId);
    const item: Item = (await table.get(key)) ?? { ...key };
    const now = clock.now();
    if (isKnown(item, now) || isRecent(item, mark, now, againMs)) return false;
    const at = item[mark];
    const condition = typeof at === 'number' ? equals(mark, at) : missing(mark);
    const set = { [mark]: now, ...keptFrom(now) };
    return (await ifHolds(tryAgain(ports, () => table.update({ key, set, condition })))).holds;
  };

  return {
    /** Undefined where nothing was learned yet, and where it is damaged. */
    async readColumns(bridgeId: string): Promise<readonly ColumnInfo[] | undefined> {
      const item = await table.get(columnsKey(bridgeId));
      const parsed = item && parsedOf(item, 'text');
      return Array.isArray(parsed) && parsed.every(isColumn) ? parsed : undefined;
    },

    /**
     * Whether the columns of a bridge are to be asked for now, which is noted: they were learned a day ago or never, and
     * nobody asked in the last hour.
     */
    beginLearning: (bridgeId: string) =>
      begin(bridgeId, 'askedAt', (item, now) => isRecent(item, 'learnedAt', now, dayMs)),

    /** Undefined where it was not learned yet. */
    async readBridgeType(bridgeId: string): Promise<string | undefined> {
      const item = await table.get(columnsKey(bridgeId));
      return (item && stringOf(item, 'filterType')) ?? undefined;
    },

    /** The same for the filter type: once it is known, never; a day after the answers did not tell it. */
    beginLearningType: (bridgeId: string) =>
      begin(
        bridgeId,
        'typeAskedAt',
        (item, now) => stringOf(item, 'filterType') !== null || isRecent(item, 'typeOpenAt', now, dayMs),
      ),

    /** Null if the answers did not tell it. */
    async saveBridgeType(bridgeId: string, type: string | null): Promise<void> {
      const now = clock.now();
      const set = { ...(type === null ? { typeOpenAt: now } : { filterType: type }), ...keptFrom(now) };
      await tryAgain(ports, () => table.update({ key: columnsKey(bridgeId), set }));
    },

    async saveColumns(bridgeId: string, columns: readonly ColumnInfo[]): Promise<void> {
      const text = JSON.stringify(limitColumns(columns));
      const now = clock.now();
      const set = { text, learnedAt: now, ...keptFrom(now) };
      await tryAgain(ports, () => table.update({ key: columnsKey(bridgeId), set }));
    },
  };
}

function isRecent(item: Item, name: string, now: number, ms: number): boolean {
  const at = pastOf(item, name, now);
  return at !== null && now - at < ms;
}

function keptFrom(now: number): { readonly expiresAt: number; readonly v: 1 } {
  return { expiresAt: Math.ceil((now + keepMs) / 1000), v: 1 };
}

function isColumn(value: unknown): value is ColumnInfo {
  if (typeof value !== 'object' || value === null) return false;
  const { name, labels } = value as Partial<ColumnInfo>;
  return typeof name === 'string' && typeof labels === 'object' && labels !== null;
}
