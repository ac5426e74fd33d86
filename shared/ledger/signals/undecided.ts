import type { ListingPeriod } from '../../domain/polling/window.ts';
import type { NewSignal, Settlement, UndecidedSignal, ValueWait } from '../../domain/signals/recording.ts';
import { dueAttributes, outboxKey, undecidedKey, valueWaitKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import type { RouteRegistry } from '../routes/route-registry.ts';
import { above, absent, all, any, atMost, below, equals, missing } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf, stringOf, stringsOf } from '../table/read-item.ts';
import { type Item, type TableWrite, TransactionCancelledError } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { reasonsIn } from './outbox.ts';
import { outboxItems } from './outbox-item.ts';

/** Of a transaction. A settlement that does not fit is left out: its routes count as matching. */
const mostWrites = 100;
/** The mark is needed until its wait is over. It owes nobody anything, so it may expire. */
const keepMs = 86_400_000;

/** Signals whose routes depend on values that upstream is still computing: see ADR 42. */
export function createUndecided(ports: LedgerPorts, { registerRoutes }: RouteRegistry) {
  const { table } = ports;
  return {
    /**
     * Stores that values of a buyer's signals are awaited. To be called before the signals are recorded: otherwise a
     * crash in between would leave marks that nobody reads.
     */
    async awaitValues({ buyerId, dueAt, until }: ValueWait): Promise<void> {
      const key = valueWaitKey(buyerId);
      const isSooner = any(absent, missing('dueAt'), above('dueAt', dueAt));
      const begin = { key, set: { v: 1, ...dueAttributes(key, dueAt) }, condition: isSooner };
      await ifHolds(tryAgain(ports, () => table.update(begin)));
      const extend = { key, set: { until }, condition: any(missing('until'), below('until', until)) };
      await ifHolds(tryAgain(ports, () => table.update(extend)));
    },

    /** Null if no value of the buyer's signals is awaited. */
    async readValueWait(buyerId: string): Promise<ValueWait | null> {
      const item = await table.get(valueWaitKey(buyerId));
      const dueAt = item ? numberOf(item, 'dueAt') : null;
      return item && dueAt !== null ? { buyerId, dueAt, until: numberOf(item, 'until') ?? 0 } : null;
    },

    /**
     * Puts off the next reading, to null for never. False if another reading was faster, or if signals came since `wait`
     * was read.
     */
    async beginReading({ buyerId, until }: ValueWait, now: number, nextAt: number | null): Promise<boolean> {
      const key = valueWaitKey(buyerId);
      const condition = all(atMost('dueAt', now), any(missing('until'), equals('until', until)));
      const change =
        nextAt === null ? { remove: ['dueShard', 'dueAt'] } : { set: dueAttributes(key, nextAt) };
      return (await ifHolds(table.update({ key, ...change, condition }))).holds;
    },

    /** A buyer's undecided signals, including some whose wait is over. */
    async readUndecided(buyerId: string): Promise<UndecidedSignal[]> {
      const signals: UndecidedSignal[] = [];
      for await (const item of queryAll(table, undecidedKey(buyerId, '').pk, '')) {
        signals.push(undecidedSignal(buyerId, item));
      }
      return signals;
    },

    /**
     * Moves an undecided signal between the outboxes, all or nothing. `signal` is described by the new values. False if
     * one of its entries has left its outbox or another reading has settled it: then nothing changes.
     */
    async settle(before: UndecidedSignal, signal: NewSignal, settlement: Settlement): Promise<boolean> {
      const writes = settlementWrites(before, signal, settlement);
      if (writes.length > mostWrites) return false;
      await registerRoutes(settlement.added);
      try {
        await tryAgain(ports, () => table.transact(writes));
        return true;
      } catch (error) {
        const isCancelled = error instanceof TransactionCancelledError;
        if (isCancelled && error.reasons.some((reason) => reason.code === 'condition-failed')) return false;
        throw error;
      }
    },
  };
}

/** The mark that a signal is recorded with; none if all its routes are decided. */
export function undecidedItems(signal: NewSignal): Item[] {
  if (signal.undecided === undefined) return [];
  const { firstSeenAt, hot, hotnessRank, hotBecause, routeIds, undecided } = signal;
  const before = { firstSeenAt, hot, hotnessRank, hotBecause, ...undecided };
  return [markItem({ ...before, ...idOf(signal), enteredRouteIds: routeIds, ver: 1 })];
}

const idOf = ({ buyerId, signalId }: NewSignal) => ({ buyerId, signalId });

function markItem(signal: UndecidedSignal): Item {
  const { buyerId, signalId, hotBecause, routeIds, enteredRouteIds, until, ...rest } = signal;
  return {
    ...undecidedKey(buyerId, signalId),
    ...rest,
    ...(hotBecause === undefined ? {} : { hotBecause: JSON.stringify(hotBecause) }),
    undecided: routeIds,
    entered: enteredRouteIds,
    until,
    expiresAt: Math.ceil((until + keepMs) / 1000),
    v: 1,
  };
}

function undecidedSignal(buyerId: string, item: Item): UndecidedSignal {
  return {
    buyerId,
    signalId: item.sk,
    firstSeenAt: numberOf(item, 'firstSeenAt') ?? 0,
    hot: item.hot === true,
    hotnessRank: numberOf(item, 'hotnessRank'),
    ...reasonsIn(item),
    routeIds: stringsOf(item, 'undecided'),
    enteredRouteIds: stringsOf(item, 'entered'),
    until: numberOf(item, 'until') ?? 0,
    period: stringOf(item, 'period') as ListingPeriod,
    rankUnknown: item.rankUnknown === true,
    ver: numberOf(item, 'ver') ?? 0,
  };
}

function settlementWrites(
  before: UndecidedSignal,
  signal: NewSignal,
  { withdrawn, kept, added, open }: Settlement,
): TableWrite[] {
  const { signalId, firstSeenAt } = before;
  const isUndecided = equals('undecided', true);
  return [
    markWrite(before, [...before.enteredRouteIds.filter((id) => !withdrawn.includes(id)), ...added], open),
    ...withdrawn.map((id): TableWrite => {
      return { kind: 'delete', key: outboxKey(id, firstSeenAt, signalId), condition: isUndecided };
    }),
    ...outboxItems(signal, kept).map((item): TableWrite => ({ kind: 'put', item, condition: isUndecided })),
    ...outboxItems(signal, added).map((item): TableWrite => ({ kind: 'put', item, condition: absent })),
  ];
}

function markWrite(before: UndecidedSignal, entered: readonly string[], open: readonly string[]): TableWrite {
  const condition = equals('ver', before.ver);
  if (open.length === 0) {
    return { kind: 'delete', key: undecidedKey(before.buyerId, before.signalId), condition };
  }
  const item = markItem({ ...before, routeIds: open, enteredRouteIds: entered, ver: before.ver + 1 });
  return { kind: 'put', item, condition };
}
