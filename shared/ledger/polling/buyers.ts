import { clocksMs } from '../../domain/clock.ts';
import { dayMs } from '../../domain/duration.ts';
import type { BuyerState, Listing, ScanCompletion } from '../../domain/polling/buyer-state.ts';
import { isRetired, type Postponed } from '../../domain/polling/due.ts';
import { cut } from '../../domain/signals/limit-text.ts';
import { buyerKey, buyerOf, dueAttributes, sha256 } from '../items/keys.ts';
import { above, all, any, equals, isVersion, missing, present, tryIfHolds } from '../table/conditions.ts';
import { type Attributes, numberOf, pastOf, readItems, stringOf } from '../table/read-item.ts';
import type { LedgerPorts } from '../table/table.ts';
import { createDueBuyers, createFailingBuyers, refusalsIn } from './due-buyers.ts';

/** Lagging behind saves paid writes, and the listing period has room for it. */
const unchangedWriteMs = 3_600_000;
const longestName = 200;

export type Buyers = ReturnType<typeof createBuyers>;

export function createBuyers(ports: LedgerPorts) {
  const { read, readMany, beginBaseline, completeScan, noteShown, postpone } = createBuyerStates(ports);
  const { listDue, readFirstDue, listScheduled, listKnown, wake, retire } = createDueBuyers(ports);
  const { listFailing, readFailing, listControls } = createFailingBuyers(ports);
  return {
    fingerprintOf,
    listHashOf,
    read,
    readMany,
    beginBaseline,
    completeScan,
    noteShown,
    postpone,
    listDue,
    readFirstDue,
    listScheduled,
    listKnown,
    wake,
    retire,
    listFailing,
    readFailing,
    listControls,
  };
}

function createBuyerStates(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    async read(buyerId: string): Promise<BuyerState> {
      const item = (await table.get(buyerKey(buyerId))) ?? {};
      // The clock is read after the item: before a read that takes minutes, another instance's time would lie too far
      // in the future.
      return stateIn(item, buyerId, clock.now());
    },

    async readMany(buyerIds: readonly string[]): Promise<BuyerState[]> {
      const items = await readItems(table, buyerIds.map(buyerKey));
      return items.map((item) => stateIn(item, buyerOf(item), clock.now()));
    },

    /** The first reading of a list that did not complete its first scan is stored once. */
    async beginBaseline(buyerId: string, now: number): Promise<void> {
      const key = buyerKey(buyerId);
      const isOpen = any(missing('baselineSince'), above('baselineSince', now + clocksMs));
      const condition = all(isOpen, missing('baselineAt'));
      // The condition fails if another scan was first, or has completed.
      await tryIfHolds(ports, () => table.update({ key, set: { baselineSince: now, v: 1 }, condition }));
    },

    /**
     * `lastCompleteAt` becomes the start of the scan, and only ever grows. Changes nothing if another scan of the
     * buyer completed in between, or if a LIVE buyer was made due, which its scan may be too early for. That loses
     * nothing: the next scan looks back a little further.
     */
    async completeScan(before: BuyerState, completion: ScanCompletion): Promise<void> {
      const change = changeBy(before, completion);
      if (change === null) return;
      const update = { ...change, key: buyerKey(before.buyerId) };
      const { lastCompleteAt, dueAt } = before;
      const mayBeWoken = lastCompleteAt !== null && dueAt !== null;
      const condition = mayBeWoken
        ? all(isVersion(before.ver), equals('dueAt', dueAt))
        : isVersion(before.ver);
      await tryIfHolds(ports, () => table.update({ ...update, condition }));
    },

    /** Another call than its poll was shown its list: no denial of it is open. */
    async noteShown(buyerId: string): Promise<void> {
      const key = buyerKey(buyerId);
      await tryIfHolds(ports, () => table.update({ key, remove: ['deniedAt'], condition: present }));
    },

    /**
     * Changes nothing if another poll was refused in between, and a denial nothing if another one completed: that knows
     * better.
     */
    async postpone(
      before: BuyerState,
      { dueAt, failingSince, refusals }: Postponed,
      { isShown = false, denial }: FailedPoll = {},
    ): Promise<void> {
      if (isRetired(before)) return;
      const key = buyerKey(before.buyerId);
      const set = {
        failingSince,
        ...denial,
        ...dueAttributes(key, dueAt, 'failing'),
        ...(refusals > 0 ? { refusals } : {}),
        v: 1,
      };
      const remove = [...(refusals > 0 ? [] : ['refusals']), ...(isShown ? ['deniedAt'] : [])];
      const isAsRead = before.refusals === 0 ? missing('refusals') : equals('refusals', before.refusals);
      const condition = denial ? all(isVersion(before.ver), isAsRead) : isAsRead;
      await tryIfHolds(ports, () => table.update({ key, set, remove, condition }));
    },
  };
}

interface FailedPoll {
  readonly isShown?: boolean;
  /** `emptySince`: its list counts as empty because of the denial. Milliseconds since the epoch. */
  readonly denial?: { readonly deniedAt: number; readonly emptySince?: number };
}

/** Null if nothing need be written. */
function changeBy(before: BuyerState, completion: ScanCompletion) {
  const { startedAt, servedAt = startedAt, dueAt, listing, shown, emptyAt } = completion;
  const fingerprint = listing ? fingerprintOf(listing) : before.fingerprint;
  const listHash = listing ? listHashOf(listing) : before.listHash;
  const known = before.lastCompleteAt ?? 0;
  const isDueAsBefore = dueAt === null || (dueAt === before.dueAt && before.failingSince === null);
  const isFirst = before.state !== 'LIVE';
  const turnsLive = isFirst && (emptyAt === undefined || completion.isProvenEmpty === true);
  const isFound = before.deniedAt !== null && !completion.notFound;
  const unchanged =
    isDueAsBefore && listHash === before.listHash && !turnsLive && !isFound && before.lastCompleteAt !== null;
  if (unchanged && startedAt - known < unchangedWriteMs) return null;
  // A wrong clock's time is overwritten: `before` holds no time in the future.
  if (known >= startedAt) return null;
  const set = {
    ...(isFirst && !turnsLive ? {} : { state: 'LIVE' }),
    lastCompleteAt: startedAt,
    ver: before.ver + 1,
    v: 1,
    ...(shown === undefined ? {} : { listed: shown.listed }),
    ...(shown?.name ? { name: cut(shown.name, longestName) } : {}),
    ...(fingerprint === null ? {} : { fingerprint }),
    ...(listHash === null ? {} : { listHash }),
    ...(dueAt === null || isRetired(before) ? {} : dueAttributes(buyerKey(before.buyerId), dueAt, 'buyer')),
    // A clock that is ahead would make what comes until then older than the baseline.
    ...(turnsLive ? { baselineAt: Math.min(startedAt, servedAt) } : {}),
    ...(isFirst && before.emptySince === null && emptyAt !== undefined ? { emptySince: emptyAt } : {}),
    ...(turnsLive && completion.firstRun ? { firstRun: completion.firstRun } : {}),
  };
  const isSettled = before.baselineAt !== null && startedAt - before.baselineAt >= dayMs;
  // A poll that began earlier may have stored that the list was empty.
  const wasNeverEmpty = before.emptySince === null && emptyAt === undefined;
  const remove = [
    ...(dueAt === null ? [] : ['failingSince', 'refusals']),
    ...(completion.notFound ? [] : ['deniedAt']),
    ...(isSettled || wasNeverEmpty ? ['emptySince'] : []),
  ];
  return { set, remove };
}

function stateIn(item: Attributes, buyerId: string, now: number): BuyerState {
  const baselineAt = pastOf(item, 'baselineAt', now);
  const isComplete = numberOf(item, 'lastCompleteAt') !== null;
  return {
    buyerId,
    // Once LIVE, always LIVE: also in a later version's state, so that new signals never become baseline.
    state: item.state === 'LIVE' || typeof item.baselineAt === 'number' ? 'LIVE' : 'BASELINING',
    // The listing period must cover all the time since then.
    lastCompleteAt: isComplete ? (pastOf(item, 'lastCompleteAt', now) ?? baselineAt) : null,
    baselineAt,
    emptySince: pastOf(item, 'emptySince', now),
    baselineSince: pastOf(item, 'baselineSince', now),
    deniedAt: pastOf(item, 'deniedAt', now),
    fingerprint: stringOf(item, 'fingerprint'),
    listHash: stringOf(item, 'listHash'),
    ver: numberOf(item, 'ver') ?? 0,
    dueAt: numberOf(item, 'dueAt'),
    failingSince: pastOf(item, 'failingSince', now),
    refusals: refusalsIn(item),
  };
}

function fingerprintOf({ period, totalItems, pages: [first = []] }: Listing): string {
  return sha256(JSON.stringify([period, totalItems, first]));
}

/** The sizes of its pages don't matter. */
function listHashOf({ period, totalItems, pages }: Listing): string {
  return sha256(JSON.stringify([period, totalItems, pages.flat()]));
}
