import type { TableChange } from '../../support/ledger/memory-table.ts';
import { emptyAtFirst } from '../parts/answer-rules.ts';
import { day, hour, minute } from '../parts/plan.ts';
import { leastDays, type UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { believedOf, hidesSome, readingsOf, stillOf } from './check-scan.ts';

/**
 * I7: `lastCompleteAt` only grows, and never passes the start of an accepted scan. A value that a wrong clock wrote may
 * be corrected.
 */
export function checkBuyerChange(world: World, { key, before, after }: TableChange): void {
  const { oracle, actor } = world;
  const buyerId = key.pk.slice('B#'.length);
  if (after === undefined) {
    oracle.violate('I7', `the buyer ${buyerId} was removed`);
    return;
  }
  if (before === undefined) oracle.memory.foundAt.set(buyerId, world.scheduler.now());
  const [was, is] = [Number(before?.lastCompleteAt ?? 0), Number(after.lastCompleteAt ?? 0)];
  const isWrong = was > world.scheduler.now() + 10 * minute;
  if (is < was && !isWrong) oracle.violate('I7', `lastCompleteAt of ${buyerId} went back`);
  if (before?.state === 'LIVE' && after.state !== 'LIVE') {
    oracle.violate('I7', `${buyerId} is no longer LIVE`);
  }
  const isLive = after.state === 'LIVE';
  if (isLive && !oracle.memory.baselinedAt.has(buyerId)) {
    oracle.memory.baselinedAt.set(buyerId, world.scheduler.now());
  }
  // What comes after an empty answer is news, too.
  const isOpen = isLive || after.emptySince !== undefined;
  if (isOpen && !oracle.memory.liveAt.has(buyerId)) {
    oracle.memory.liveAt.set(buyerId, world.scheduler.now());
  }
  if (is === was) return;
  checkNamed(world, buyerId, before, after);
  // After a wrong clock's time, the last known one is that of the baseline, by the service's clock.
  if (isWrong && is === after.baselineAt) return;
  const readings = readingsOf(actor?.served.get(buyerId) ?? []);
  const believed = believedOf(readings);
  // A scan may end with an unchanging list that lacks items; a first scan only after an hour.
  const isYoung = after.state === 'LIVE' && before?.state !== 'LIVE' && !isOverdue(world, before);
  const taken = !isYoung ? [...believed, ...stillOf(readings)] : believed;
  const accepted = taken.find(([first]) => {
    return first !== undefined && is <= first.askedAt && (leastDays[first.period] ?? 0) >= 89;
  });
  // If a clock is corrected during a scan, no request has exactly the stored time.
  const isAhead = is > world.scheduler.now() + 10 * minute;
  if (accepted === undefined && !isAhead) {
    oracle.violate('I7', `${buyerId} is complete up to a time at which no accepted scan began`);
  }
}

/** I27: who was made due while its list was read stays due: the reading may have begun too early. */
function checkNamed(
  { oracle, actor }: World,
  buyerId: string,
  before: TableChange['before'],
  after: NonNullable<TableChange['after']>,
): void {
  const asRead = actor?.buyers.get(buyerId);
  if (asRead?.state !== 'LIVE' || typeof before?.dueAt !== 'number' || before.dueAt === asRead.dueAt) return;
  if (after.dueAt !== before.dueAt) oracle.violate('I27', `${buyerId} was made due, which its poll forgets`);
}

function isOverdue({ actor }: World, before: TableChange['before']): boolean {
  const since = before?.baselineSince;
  return typeof since === 'number' && (actor?.now() ?? 0) - since > hour - 10 * minute;
}

/** A baseline covers three months at most. */
const baselineDays = 93;
/** More than the duration of a scan, the skew of clocks, a zone and the margin in the functions' rules. */
export const surelyMs = 30 * hour;

/** I3: signals from before a buyer's baseline are not sent, also after a long pause or when a late list has filled. */
export function checkPast(world: World, row: UpstreamRow, buyerId: string, liveAt: number): void {
  const { oracle, plan } = world;
  const { unreadable, createdAt = null, updatedAheadMs = 0, signalDate, index } = row.plan;
  const [cameAt = 0, changedAt = 0] = [row.updates[0], row.updates.at(-1)];
  const before = liveAt - surelyMs;
  if (unreadable || plan.reading.fastClock !== null || cameAt > before) return;
  const isUnchanged = changedAt + updatedAheadMs < before;
  const isCreatedBefore = createdAt === null ? isUnchanged : createdAt < before;
  // One that changed since may have moved here from elsewhere.
  const isBeforeBaseline = isCreatedBefore && isUnchanged && signalDate < liveAt - baselineDays * day;
  if (isBeforeBaseline && !hidesSome(world, buyerId)) {
    oracle.violate('I3', `row ${index} is sent although it is older than its buyer's baseline`);
  }
  // No list showed an item meanwhile: nothing proves that this one was empty, however long ago.
  const filledAt = emptyAtFirst(plan);
  if (isCreatedBefore && isUnchanged && filledAt !== null && filledAt > liveAt + minute) {
    oracle.violate('I3', `row ${index} is sent although no list showed anything at first`);
  }
}

/** Whether nothing tells a row that was there while nothing was shown from one that came then. */
export function isUndated(plan: World['plan'], { plan: { isBare, unreadable } }: UpstreamRow): boolean {
  return (isBare === true || unreadable === true) && emptyAtFirst(plan) !== null;
}

/** I3: a row that counts as old is older than its buyer's baseline. */
export function isFalselyOld(world: World, row: UpstreamRow, buyerId: string, liveAt: number): boolean {
  const { oracle, plan, scheduler, table } = world;
  const { createdAt = null, isBare, unreadable, updatedAheadMs = 0 } = row.plan;
  if (isUndated(plan, row)) return false;
  const buyer = table.peek({ pk: `B#${buyerId}`, sk: 'META' });
  const changedAt = (row.updates.at(-1) ?? 0) + updatedAheadMs;
  // Until the emptiness of its first list is proven, only a creation or a change since then makes a row news.
  const isUnproven = buyer?.state !== 'LIVE';
  if (isUnproven && (isBare || unreadable || (createdAt ?? changedAt) < liveAt)) return false;
  // A row that was neither created nor changed since is old in two lists: for three days in one that may still have lagged
  // when its emptiness was proven, and after a long pause in one that may show what was too old for the baseline. Where the
  // list was empty first, such a row may have come between that and the baseline.
  const toldAt = Math.max(createdAt ?? 0, changedAt);
  const baselineAt = Number(buyer?.baselineAt);
  const mayLag = buyer?.emptySince !== undefined && scheduler.now() - baselineAt < 3 * day + hour;
  if (mayLag && toldAt < liveAt) return false;
  const baselinedAt = oracle.memory.baselinedAt.get(buyerId) ?? 0;
  if (toldAt < baselinedAt && isBehind(world, row, buyerId, baselineAt)) return false;
  // If its list looked empty, a row existed before the list showed it.
  const [arrivedAt = 0] = row.updates;
  const cameAt = row.visibleAt > arrivedAt + plan.indexLagMs ? arrivedAt : row.visibleAt;
  return cameAt > liveAt;
}

/**
 * Whether only a list that reaches further back than the baseline's shows a row. That list covered 89 days at least.
 * Somebody may have acted on a row, or moved it, since such a list showed it.
 */
function isBehind(
  { actor, scheduler }: World,
  row: UpstreamRow,
  buyerId: string,
  baselineAt: number,
): boolean {
  const least = 89;
  const now = scheduler.now();
  const pages = actor?.served.get(buyerId) ?? [];
  if (!pages.some(({ period }) => Number(leastDays[period]) > least)) return false;
  // Months differ: a period covers up to three days more than its shortest. The scan began within the hour.
  const within = Object.values(leastDays).filter(
    (days) => now - hour - (days + 3) * day >= baselineAt - least * day,
  );
  const shownFrom = now - Math.max(least, ...within) * day;
  return row.plan.signalDate < shownFrom || row.status !== 'New' || row.buyerId !== buyerId;
}
