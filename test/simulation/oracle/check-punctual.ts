import type { Instance } from '../parts/instance.ts';
import { day, hour, peaceAfter } from '../parts/plan.ts';
import { leastDays, type UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { isExcepted, isWatched } from './check-bridges.ts';
import { isWatchedBy } from './check-events.ts';
import { isOnPage } from './check-reading.ts';
import { inMinutes } from './look-up.ts';
import { failedRows, fewTicks, isUnanswered, mayLookLikeOutage, turnMs } from './what-fails.ts';

/** The bridges whose rows announce signals at `at`: watched ones, and those with signals that lists still show. */
export function knownBridges(world: World, at = world.scheduler.now()): ReadonlySet<string> {
  const { signals } = world.oracle.memory;
  const listedFrom = world.scheduler.now() - (leastDays.LastOneMonths as number) * day;
  const learned = [...world.upstream.rows.values()].filter(
    (row) =>
      !row.plan.unreadable &&
      !isExcepted({ watch: watchOf(world) }, row) &&
      row.status === 'New' &&
      row.plan.signalDate > listedFrom &&
      (signals.get(row.signalId)?.at ?? Number.POSITIVE_INFINITY) <= at,
  );
  return new Set([...watchOf(world).bridges, ...learned.map(({ plan }) => plan.bridgeId)]);
}

/**
 * I16: after the faults, an announced signal is recorded within a few ticks, any other within `allEvery`, and all that
 * there is after a tick by hand. Lists that fail alone delay no others for longer than it takes to tell them apart.
 */
export function checkPunctual(world: World, known: ReadonlySet<string>): void {
  const { oracle, scheduler, plan, upstream } = world;
  if (mayLookLikeOutage(world)) return;
  // To a clock that is far ahead, each message has waited too long.
  if (scheduler.now() < (plan.reading.fastClock?.until ?? 0)) return;
  for (const row of upstream.rows.values()) {
    const { index } = row.plan;
    if (row.status !== 'New' || !row.steady || oracle.memory.signals.has(row.signalId)) continue;
    if (isUnanswered(world, row.buyerId) || isBegun(world, row.buyerId) || isMoved(world, row)) continue;
    // Signals of an excluded bridge are never sent, so the time does not matter.
    if (isExcepted({ watch: watchOf(world) }, row)) continue;
    const dueBy = dueAt(world, row, known) ?? Number.POSITIVE_INFINITY;
    if (scheduler.now() < Math.min(dueBy, askedBy(world, row))) continue;
    oracle.violate(
      'I16',
      `row ${index} was listed and is not recorded after ${inMinutes(scheduler.now() - row.visibleAt)}`,
    );
  }
}

/**
 * While a buyer's first list is inconsistent, for up to an hour, signals that may be old or new are not recorded. After an
 * hour of failures it is read once an hour.
 */
export function isBegun({ table, scheduler }: World, buyerId: string): boolean {
  const buyer = table.peek({ pk: `B#${buyerId}`, sk: 'META' });
  if (typeof buyer?.baselineSince !== 'number' || buyer.state === 'LIVE') return false;
  return scheduler.now() - buyer.baselineSince < 2 * hour + fewTicks;
}

function dueAt(world: World, row: UpstreamRow, known: ReadonlySet<string>): number | null {
  const { plan, scheduler } = world;
  const { buyers } = watchOf(world);
  const { signalDate } = row.plan;
  const { buyerId } = row;
  if (!isWatched(world, buyerId) || plan.bridgeOddities.vanishing?.buyerId === buyerId) return null;
  // No poll reads older signals.
  if (scheduler.now() - signalDate > 85 * day) return null;
  const peaceAt = peaceAfter(plan.ticks);
  const isPassed = isPassedOver(world, row);
  const announcedAt = isPassed ? null : announcementOf(world, row, known);
  // If a list lags longer than that behind its rows, the buyer's regular full read finds the signal.
  if (announcedAt !== null && row.visibleAt - announcedAt < hour) {
    return Math.max(row.visibleAt, announcedAt, peaceAt) + fewTicks;
  }
  // If rows are unsorted, a buyer that only rows name is found late.
  if (buyers.length > 0) return Math.max(row.visibleAt, peaceAt) + turnMs(plan) + fewTicks;
  const foundBy = readAllBy(world, row, peaceAt);
  return foundBy !== null && isPassed ? foundBy + turnMs(plan) : foundBy;
}

/** Rows before it may have moved it onto a page that is shown only since the last reading. */
function isMoved(world: World, row: UpstreamRow): boolean {
  const { plan, upstream, scheduler } = world;
  if (plan.reading.envelope !== 'hole') return false;
  const from = scheduler.now() - turnMs(plan) - fewTicks;
  const rows = [...upstream.rows.values()].filter(({ buyerId }) => buyerId === row.buyerId);
  return !row.isShown || !isOnPage(world, row) || rows.some(({ visibleAt }) => visibleAt > from);
}

/**
 * While every buyer is polled, rows name none, and a scan stops if the first page and the total are unchanged. A signal
 * that appears behind that page while another one leaves is found by the buyer's regular full read.
 */
export function isPassedOver({ plan, upstream, oracle }: World, row: UpstreamRow): boolean {
  if ((oracle.memory.everyoneAt ?? 0) < row.visibleAt) return false;
  const ahead = [...upstream.rows.values()].filter(
    (other) =>
      other.buyers.has(row.buyerId) && other.status === 'New' && other.plan.signalDate > row.plan.signalDate,
  );
  return ahead.length >= plan.pageCap;
}

/** The time by which a tick by hand finds a row, unless it stands behind a page that shows no change. */
function askedBy(world: World, row: UpstreamRow): number {
  const { askedByHandAt } = world.oracle.memory;
  const isKnown = world.table.peek({ pk: `B#${row.buyerId}`, sk: 'META' })?.state === 'LIVE';
  const isAsked = isKnown && isWatched(world, row.buyerId) && row.visibleAt < Number(askedByHandAt);
  const isPast = world.scheduler.now() - row.plan.signalDate > 85 * day;
  return isAsked && !isPast && !isPassedOver(world, row)
    ? Number(askedByHandAt) + fewTicks
    : Number.POSITIVE_INFINITY;
}

/** A bridge that failed for more than an hour counts as unsorted: then all its rows are read each hour. */
function isTakenForUnsorted(table: World['table'], bridgeId: string): boolean {
  return typeof table.peek({ pk: 'P#all', sk: `BRIDGE#${bridgeId}` })?.unsortedAt === 'number';
}

export function announcementOf(world: World, row: UpstreamRow, known: ReadonlySet<string>): number | null {
  const { plan, queues, table, oracle } = world;
  const { rowLagMs, bridgeId } = row.plan;
  const [changedAt = 0] = row.updates;
  if (plan.sorting !== 'honoured' || rowLagMs === null || !known.has(bridgeId)) return null;
  // It stands behind what changed later than it says.
  if ((row.plan.updatedAheadMs ?? 0) < 0) return null;
  // Local times lie so far behind a row from the future that they look old.
  if (plan.reading.zoneMs !== 0 && plan.rows.some((one) => one.updatedAheadMs)) return null;
  const { slow } = plan.bridgeOddities;
  if (failedRows(world, bridgeId, 'newest rows') || slow?.bridgeId === bridgeId) return null;
  if (isTakenForUnsorted(table, bridgeId)) return null;
  const { begun, lookedAt } = oracle.memory.bridges;
  const shownAt = changedAt + rowLagMs;
  // After ticks that crashed, a first reading can have passed the row's page before it was shown, and no look was stored
  // yet that it came after: the next daily reading finds it.
  const isBegun = shownAt > (begun.get(bridgeId)?.[0] ?? shownAt);
  if (isBegun && shownAt < (lookedAt.get(bridgeId) ?? 0)) return null;
  // An announced buyer is queued as a message. If messages get lost, the regular full read finds the signal.
  const isOld = changedAt < peaceAfter(plan.ticks);
  const isLost = queues.deadLetters.length > 0 || plan.ticks.some(({ losesMessages }) => losesMessages);
  return isOld && isLost ? null : shownAt;
}

/** I16: a tick by hand polls each buyer that was read before, whatever the rows say. */
export function checkByHand(world: World, instance: Instance, polled: number): void {
  const { due, dryRun } = instance.event as { readonly due?: boolean; readonly dryRun?: boolean };
  if (due || dryRun) return;
  const { liveAt, events } = world.oracle.memory;
  // The tick itself may find that one has left its bridge.
  const hasLeft = (buyerId: string): boolean =>
    [...events.leftAt].some(([name, at]) => at >= instance.beganAt && name.endsWith(` BUY#${buyerId}`));
  const known = [...liveAt].filter(
    ([buyerId, at]) => at < instance.beganAt && isWatchedBy(world, instance, buyerId) && !hasLeft(buyerId),
  );
  if (polled < known.length)
    world.oracle.violate('I16', `a tick by hand polls ${polled} of ${known.length} known buyers`);
}

/** If a bridge's newest rows can't be found, all its rows are read each hour, and every buyer is polled at each tick. */
function readAllBy(world: World, row: UpstreamRow, peaceAt: number): number | null {
  const { plan, table } = world;
  const { rowLagMs, bridgeId } = row.plan;
  const { slow } = plan.bridgeOddities;
  // If the sort is ignored, a page can be in order by chance, so the bridge may not count as unsorted.
  const isUnsorted =
    plan.sorting === 'refused' ||
    failedRows(world, bridgeId, 'newest rows') ||
    isTakenForUnsorted(table, bridgeId);
  if (!isUnsorted || rowLagMs === null || slow !== null) return null;
  // Another bridge may show its buyer at any later time.
  if (failedRows(world, bridgeId, 'rows')) return null;
  const shownAt = (row.updates[0] as number) + rowLagMs;
  return Math.max(row.visibleAt, shownAt, peaceAt) + hour + fewTicks;
}

function watchOf({ plan }: World) {
  return (plan.configs.at(-1) as (typeof plan.configs)[number]).watch;
}
