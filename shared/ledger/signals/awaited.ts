import type { AwaitedFacts } from '../../domain/health/facts.ts';
import type { ListingPeriod } from '../../domain/polling/window.ts';
import type { AwaitedSignal, NewSignal, ValueWait } from '../../domain/signals/recording.ts';
import { listDueKeys } from '../digests/due.ts';
import { recordItem } from '../history/signal-records.ts';
import { awaitedKey, buyerOf, dueAttributes, valueWaitKey } from '../items/keys.ts';
import { storedOf } from '../items/stored-signal.ts';
import type { Routes } from '../routes/routes.ts';
import {
  above,
  absent,
  all,
  any,
  below,
  equals,
  ifHolds,
  missing,
  present,
  tryIfHolds,
} from '../table/conditions.ts';
import { numberOf, queryAll, stringOf, stringsOf } from '../table/read-item.ts';
import type { Item, LedgerPorts, TableWrite } from '../table/table.ts';
import { outboxItems } from './outbox.ts';

/** The values decide which routes take these signals: see ADR 42. */
export function createAwaited(ports: LedgerPorts, routes: Routes) {
  const { table } = ports;
  const listBuyers = async (): Promise<string[]> =>
    (await listDueKeys(table)).filter(({ sk }) => sk === 'VALUES').map(buyerOf);

  return {
    listBuyers,

    /**
     * A caller does this before it records the signals: otherwise a crash in between would leave signals that nobody
     * settles. The end is stored first: a reader that found a wait without an end would take it for over.
     */
    async addWait({ buyerId, dueAt, until }: ValueWait): Promise<void> {
      const key = valueWaitKey(buyerId);
      const extend = { key, set: { until, v: 1 }, condition: any(missing('until'), below('until', until)) };
      await tryIfHolds(ports, () => table.update(extend));
      const isSooner = any(missing('dueAt'), above('dueAt', dueAt));
      const begin = { key, set: { v: 1, ...dueAttributes(key, dueAt) }, condition: isSooner };
      await tryIfHolds(ports, () => table.update(begin));
    },

    /** Null if no value of the buyer's signals is awaited. */
    async readWait(buyerId: string): Promise<ValueWait | null> {
      const item = await table.get(valueWaitKey(buyerId));
      const dueAt = item ? numberOf(item, 'dueAt') : null;
      return item && dueAt !== null ? { buyerId, dueAt, until: numberOf(item, 'until') ?? 0 } : null;
    },

    /** Null puts the reading off for ever. False if another was faster, or signals came since `wait` was read. */
    async beginReading({ buyerId, dueAt, until }: ValueWait, nextAt: number | null): Promise<boolean> {
      const key = valueWaitKey(buyerId);
      const condition = all(equals('dueAt', dueAt), any(missing('until'), equals('until', until)));
      const change =
        nextAt === null ? { remove: ['dueShard', 'dueAt'] } : { set: dueAttributes(key, nextAt) };
      return (await ifHolds(table.update({ key, ...change, condition }))).holds;
    },

    /** Signals whose wait is over are included. */
    read(buyerId: string): Promise<AwaitedSignal[]> {
      const items = queryAll(table, awaitedKey(buyerId, '').pk, '');
      return Array.fromAsync(items, (item) => awaitedSignal(buyerId, item));
    },

    async count(): Promise<AwaitedFacts> {
      const columns = new Set<string>();
      const ends: number[] = [];
      for (const buyerId of await listBuyers()) {
        for await (const item of queryAll(table, awaitedKey(buyerId, '').pk, '')) {
          ends.push(numberOf(item, 'until') ?? 0);
          for (const column of stringsOf(item, 'unsettled')) columns.add(column);
        }
      }
      const isAny = ends.length > 0;
      return {
        signals: ends.length,
        columns: [...columns].sort(),
        overAt: isAny ? Math.min(...ends) : null,
        until: isAny ? Math.max(...ends) : null,
      };
    },

    /** All or nothing. False if somebody else has settled the signal. */
    async settle(signal: NewSignal): Promise<boolean> {
      await routes.register(signal.routeIds);
      const writes: TableWrite[] = [
        { kind: 'delete', key: awaitedKey(signal.buyerId, signal.signalId), condition: present },
        { kind: 'put', item: recordItem(signal) },
        ...outboxItems(signal, signal.routeIds).map(
          (item): TableWrite => ({ kind: 'put', item, condition: absent }),
        ),
      ];
      return (await tryIfHolds(ports, () => table.transact(writes))).holds;
    },
  };
}

/** None for a signal that doesn't wait. */
export function awaitedItems(signal: NewSignal): Item[] {
  if (signal.awaited === undefined) return [];
  const { unsettled, until, period, rankUnknown } = signal.awaited;
  const key = awaitedKey(signal.buyerId, signal.signalId);
  const own = { ...key, routeIds: signal.routeIds, unsettled, until, period, rankUnknown };
  return outboxItems(signal, ['']).map((item) => ({ ...item, ...own }));
}

function awaitedSignal(buyerId: string, item: Item): AwaitedSignal {
  return {
    buyerId,
    signalId: item.sk,
    ...storedOf(item),
    routeIds: stringsOf(item, 'routeIds'),
    unsettled: stringsOf(item, 'unsettled'),
    until: numberOf(item, 'until') ?? 0,
    period: stringOf(item, 'period') as ListingPeriod,
    rankUnknown: item.rankUnknown === true,
  };
}
