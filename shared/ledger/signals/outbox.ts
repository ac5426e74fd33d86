import { inParallel } from '../../domain/concurrency.ts';
import { isRecord } from '../../domain/is-record.ts';
import { isUnreadableId, type Signal } from '../../domain/rows/signal.ts';
import type { HotReason } from '../../domain/signals/hotness.ts';
import type { OutboxEntry } from '../../domain/signals/outbox.ts';
import { restOf, signalIdOfEntry } from '../items/entries.ts';
import { archivePrefix, entryKey, heldPrefix, outboxKey, outboxPk, outboxPrefix } from '../items/keys.ts';
import type { LedgerPorts } from '../table/ports.ts';
import { numberOf, parsedOf } from '../table/read-item.ts';
import { queryAll, queryPages, readFirst } from '../table/read-many.ts';
import type { Item } from '../table/table.ts';
import type { EntryPrefix } from './move-entries.ts';

const readsAtOnce = 8;

/** What stands in a key before the signal, and behind it. */
const places = [
  ['waiting', outboxPrefix, ''],
  ['held', heldPrefix, ''],
  ['discarded', archivePrefix, '#discarded'],
] as const;

/** A signal of a route that is in no digest. What is discarded can be found for 30 days. */
export type FoundEntry = OutboxEntry & { readonly place: (typeof places)[number][0] };

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox({ table }: LedgerPorts) {
  return {
    /** All entries that wait for a route, oldest first, in pages of a megabyte: consistent reads. */
    async *pageOutbox(routeId: string): AsyncGenerator<readonly OutboxEntry[]> {
      for await (const items of queryPages(table, outboxPk(routeId), outboxPrefix)) {
        yield items.map((item) => outboxEntry(routeId, item));
      }
    },

    /** A route's first entries that wait, or that a flood rule holds, oldest first: a consistent read. */
    async readOutbox(routeId: string, limit: number, prefix: EntryPrefix = outboxPrefix) {
      const items = await readFirst(table, outboxPk(routeId), prefix, limit);
      return items.map((item) => outboxEntry(routeId, item));
    },

    /** Where a signal that was first seen then is, of those routes that have it. */
    async findEntries(
      signalId: string,
      firstSeenAt: number,
      routeIds: readonly string[],
    ): Promise<FoundEntry[]> {
      const rest = restOf(outboxKey('', firstSeenAt, signalId));
      const found = await inParallel(routeIds, readsAtOnce, async (routeId) => {
        const keys = places.map(([, before, behind]) => entryKey(routeId, `${before}${rest}${behind}`));
        const items = await table.getAll(keys);
        return places.flatMap(([place], index) => {
          const item = items[index];
          return item === undefined ? [] : [{ ...outboxEntry(routeId, item), place }];
        });
      });
      return found.flat();
    },

    /** Counts without parsing the signals' content. Times in milliseconds since the epoch. */
    async countWaiting(routeId: string, now: number) {
      let signals = 0;
      let hot = 0;
      /** The hot signals that wait for their buyer's summary, unless that is there. */
      const awaiting: { readonly buyerId: string; readonly until: number }[] = [];
      /** When the oldest signal was first seen; null if none waits. */
      let oldestAt: number | null = null;
      for await (const item of queryAll(table, outboxPk(routeId), outboxPrefix)) {
        signals += 1;
        if (item.hot === true) hot += 1;
        oldestAt ??= numberOf(item, 'firstSeenAt');
        const until = numberOf(item, 'releaseAt') ?? 0;
        if (until > now) awaiting.push({ buyerId: String(item.buyerId), until });
      }
      return { signals, hot, oldestAt, awaiting };
    },
  };
}

function outboxEntry(routeId: string, item: Item): OutboxEntry {
  const stored = storedOf(item);
  return {
    routeId,
    key: item.sk,
    buyerId: String(item.buyerId),
    ...stored,
    enteredAt: enteredAtOf(item),
    releaseAt: numberOf(item, 'releaseAt'),
    released: item.released === true,
    damaged: stored.signal === null && !isUnreadableId(signalIdOfEntry(item.sk)),
  };
}

/** What an entry, a record and a signal that waits for values have in common. */
export function storedOf(item: Item) {
  return {
    firstSeenAt: numberOf(item, 'firstSeenAt') ?? 0,
    hot: item.hot === true,
    hotUnknown: item.hotUnknown === true,
    hotnessRank: numberOf(item, 'hotnessRank'),
    ...reasonsIn(item),
    signal: signalIn(item),
  };
}

/** When an entry entered its outbox, milliseconds since the epoch. */
export function enteredAtOf(item: Item): number {
  return numberOf(item, 'enteredAt') ?? numberOf(item, 'firstSeenAt') ?? 0;
}

/** Absent where an earlier version recorded it, and where a reason is damaged: its digest then gives none. */
function reasonsIn(item: Item): Pick<OutboxEntry, 'hotBecause'> {
  const parsed = parsedOf(item, 'hotBecause');
  return Array.isArray(parsed) && parsed.every(isReason) ? { hotBecause: parsed } : {};
}

function isReason(value: unknown): value is HotReason {
  if (!isRecord(value)) return false;
  const { rule, name, rank } = value;
  const numbers = rule === 'column' ? [value.value, value.atLeast] : [rank, value.of];
  const isKnown = rule === 'rank' || (rule === 'column' && typeof name === 'string');
  return isKnown && numbers.every((number) => typeof number === 'number');
}

/** Null for an unreadable item and for damaged text, so that neither blocks the route's other signals. */
export function signalIn(item: Item): Signal | null {
  const parsed = parsedOf(item, 'text');
  if (!isRecord(parsed) || !isRecord(parsed.columns)) return null;
  const isWhole = typeof parsed.bridgeId === 'string' && typeof parsed.rowId === 'string';
  return isWhole ? (parsed as unknown as Signal) : null;
}
