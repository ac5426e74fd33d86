import { inParallel } from '../../domain/concurrency.ts';
import { isUnreadableId } from '../../domain/rows/signal.ts';
import { keptText } from '../../domain/signals/limit-text.ts';
import type { OutboxEntry } from '../../domain/signals/outbox.ts';
import type { NewSignal } from '../../domain/signals/recording.ts';
import {
  archivePrefix,
  entryKey,
  entrySuffix,
  heldPrefix,
  outboxKey,
  outboxPk,
  outboxPrefix,
  signalIdOfEntry,
} from '../items/keys.ts';
import { enteredAtOf, storedOf } from '../items/stored-signal.ts';
import { numberOf, queryAll, queryPages, readFirst } from '../table/read-item.ts';
import type { Item, LedgerPorts } from '../table/table.ts';
import { createFloodHolding } from './flood-holding.ts';
import { createArchive, type EntryPrefix } from './move-entries.ts';
import { createReadingOn } from './read-on.ts';

const readsAtOnce = 8;

/** A key has these before the signal, and behind it. */
const places = [
  ['waiting', outboxPrefix, ''],
  ['held', heldPrefix, ''],
  ['discarded', archivePrefix, '#discarded'],
] as const;

/** A signal in no digest. A discarded one can be found for 30 days. */
export type FoundEntry = OutboxEntry & { readonly place: (typeof places)[number][0] };

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox(ports: LedgerPorts) {
  const { readPages, read, find, count } = createWaitingEntries(ports);
  const { readOn } = createReadingOn(ports);
  const { keepDamaged } = createArchive(ports);
  const { setAside, resendHeld } = createFloodHolding(ports);
  return { readPages, read, find, count, readOn, keepDamaged, setAside, resendHeld };
}

function createWaitingEntries({ table }: LedgerPorts) {
  return {
    /** Consistent reads, oldest first, in pages of a megabyte. */
    async *readPages(routeId: string): AsyncGenerator<readonly OutboxEntry[]> {
      for await (const items of queryPages(table, outboxPk(routeId), outboxPrefix)) {
        yield items.map((item) => outboxEntry(routeId, item));
      }
    },

    /** A consistent read, oldest first. */
    async read(routeId: string, limit: number, prefix: EntryPrefix = outboxPrefix) {
      const items = await readFirst(table, outboxPk(routeId), prefix, limit);
      return items.map((item) => outboxEntry(routeId, item));
    },

    async find(signalId: string, firstSeenAt: number, routeIds: readonly string[]): Promise<FoundEntry[]> {
      const rest = entrySuffix(outboxKey('', firstSeenAt, signalId));
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

    /** The signals' content is not parsed. Times in milliseconds since the epoch. */
    async count(routeId: string, now: number) {
      let signals = 0;
      let hot = 0;
      /** Hot signals that wait for their buyer's summary, unless that is there. */
      const awaiting: { readonly buyerId: string; readonly until: number }[] = [];
      /** The first sight of the oldest signal; null if none waits. */
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

export function outboxItems(signal: NewSignal, routeIds: readonly string[]): Item[] {
  const { content } = signal;
  const payload = 'raw' in content || routeIds.length === 0 ? {} : { text: keptText(content) };
  return routeIds.map((routeId) => ({
    ...outboxKey(routeId, signal.firstSeenAt, signal.signalId),
    buyerId: signal.buyerId,
    firstSeenAt: signal.firstSeenAt,
    hot: signal.hot,
    ...(signal.hotUnknown === true ? { hotUnknown: true } : {}),
    hotnessRank: signal.hotnessRank,
    // JSON text is exact: a column's name may hold what the table would change.
    ...(signal.hotBecause === undefined ? {} : { hotBecause: JSON.stringify(signal.hotBecause) }),
    releaseAt: signal.releaseAt,
    v: 1,
    ...payload,
  }));
}
