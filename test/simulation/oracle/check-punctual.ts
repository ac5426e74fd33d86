import { parseDuration } from '../../../shared/domain/duration.ts';
import { hour, minute, peaceAfter } from '../plan/plan.ts';
import { leastDays } from '../upstream/upstream.ts';
import type { UpstreamRow } from '../upstream/upstream-row.ts';
import type { World } from '../world/world.ts';
import { isExcepted, isWatched } from './check-bridges.ts';
import { isOnPage } from './check-reading.ts';
import { isHeldByRefusal } from './check-refusals.ts';

const day = 24 * hour;
/** Two ticks, and the polls that the second one queues. */
const fewTicks = 45 * minute;

/** The bridges whose rows announce signals: watched ones, and those with signals that lists still show. */
export function knownBridges(world: World): ReadonlySet<string> {
  const { signals } = world.oracle.memory;
  const listedFrom = world.scheduler.now() - (leastDays.LastOneMonths as number) * day;
  const learned = [...world.upstream.rows.values()].filter(
    (row) =>
      !row.plan.unreadable &&
      !isExcepted({ watch: watchOf(world) }, row) &&
      row.status === 'New' &&
      row.plan.signalDate > listedFrom &&
      signals.has(row.signalId),
  );
  return new Set([...watchOf(world).bridges, ...learned.map(({ plan }) => plan.bridgeId)]);
}

/** I16: after the faults, an announced signal is recorded within a few ticks, any other within `allEvery`. */
export function checkPunctual(world: World, known: ReadonlySet<string>): void {
  const { oracle, scheduler, plan, upstream } = world;
  // A buyer whose list always fails can pause all calls for a while.
  if (plan.poisonBuyer !== null) return;
  // To a clock that is far ahead, each message has waited too long.
  if (scheduler.now() < (plan.reading.fastClock?.until ?? 0)) return;
  for (const row of upstream.rows.values()) {
    const { index } = row.plan;
    if (row.status !== 'New' || !row.steady || oracle.memory.signals.has(row.signalId)) continue;
    if (isHeldByRefusal(world, row.buyerId) || isBegun(world, row.buyerId)) continue;
    // Signals of an excluded bridge are never sent, so the time does not matter.
    if (isExcepted({ watch: watchOf(world) }, row)) continue;
    const dueBy = dueAt(world, row, known);
    if (dueBy === null || scheduler.now() < dueBy) continue;
    oracle.violate(
      'I16',
      `row ${index} was listed and is not recorded after ${tell(scheduler.now() - row.visibleAt)}`,
    );
  }
}

/**
 * While a buyer's first list is inconsistent, for up to an hour, signals that may be old or new are not recorded. After an
 * hour of failures it is read once an hour.
 */
function isBegun({ table, scheduler }: World, buyerId: string): boolean {
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
  // Rows before it may have moved it onto a page that is shown only since the last reading.
  if (!isOnPage(world, row) || (plan.reading.envelope === 'hole' && !row.isShown)) return null;
  const peaceAt = peaceAfter(plan.ticks);
  const isPassed = isPassedOver(world, row);
  const announcedAt = isPassed ? null : announcementOf(world, row, known);
  // If a list lags longer than that behind its rows, the buyer's regular full read finds the signal.
  if (announcedAt !== null && row.visibleAt - announcedAt < hour) {
    const from = Math.max(row.visibleAt, announcedAt, peaceAt);
    return from + fewTicks + heldBackMs(world, buyerId);
  }
  // If rows are unsorted, a buyer that only rows name is found late.
  // A shorter period takes effect with the next complete reading.
  const turnMs = Math.max(...plan.configs.map(({ watch }) => parseDuration(watch.allEvery)));
  if (buyers.length > 0) return Math.max(row.visibleAt, peaceAt) + turnMs + fewTicks;
  const foundBy = readAllBy(world, row, peaceAt);
  return foundBy !== null && isPassed ? foundBy + turnMs : foundBy;
}

/**
 * While every buyer is polled, rows name none, and a scan stops if the first page and the total are unchanged. A signal
 * that appears behind that page while another one leaves is found by the buyer's regular full read.
 */
function isPassedOver({ plan, upstream, oracle }: World, row: UpstreamRow): boolean {
  if ((oracle.memory.everyoneAt ?? 0) < row.visibleAt) return false;
  const ahead = [...upstream.rows.values()].filter(
    (other) =>
      other.buyers.has(row.buyerId) && other.status === 'New' && other.plan.signalDate > row.plan.signalDate,
  );
  return ahead.length >= plan.pageCap;
}

/** A bridge that failed for more than an hour counts as unsorted: then all its rows are read each hour. */
function isTakenForUnsorted(table: World['table'], bridgeId: string): boolean {
  return typeof table.peek({ pk: 'P#all', sk: `BRIDGE#${bridgeId}` })?.unsortedAt === 'number';
}

function announcementOf(
  { plan, queues, table, oracle }: World,
  row: UpstreamRow,
  known: ReadonlySet<string>,
): number | null {
  const { rowLagMs, bridgeId } = row.plan;
  const [changedAt = 0] = row.updates;
  if (plan.sorting !== 'honoured' || rowLagMs === null || !known.has(bridgeId)) return null;
  // Local times lie so far behind a row from the future that they look old.
  if (plan.reading.zoneMs !== 0 && plan.rows.some((one) => one.updatedAheadMs)) return null;
  const { trouble, slow } = plan.bridgeOddities;
  if (trouble?.bridgeId === bridgeId || slow?.bridgeId === bridgeId) return null;
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

/** A new buyer's first poll waits while another bridge can't be read, since that bridge may show it as a newcomer. */
function heldBackMs(world: World, buyerId: string): number {
  const isConfigured = watchOf(world).buyers.includes(buyerId);
  return world.plan.bridgeOddities.trouble === null || isConfigured ? 0 : hour + fewTicks;
}

/** If a bridge's newest rows can't be found, all its rows are read each hour, and every buyer is polled at each tick. */
function readAllBy({ plan, table }: World, row: UpstreamRow, peaceAt: number): number | null {
  const { rowLagMs, bridgeId } = row.plan;
  const { trouble, slow } = plan.bridgeOddities;
  // If the sort is ignored, a page can be in order by chance, so the bridge may not count as unsorted.
  const isUnsorted =
    plan.sorting === 'refused' ||
    (trouble?.part === 'sort' && trouble.bridgeId === bridgeId) ||
    isTakenForUnsorted(table, bridgeId);
  if (!isUnsorted || rowLagMs === null || slow !== null) return null;
  // Another bridge may show its buyer at any later time.
  if (trouble?.part === 'rows' && trouble.bridgeId === bridgeId) return null;
  const shownAt = (row.updates[0] as number) + rowLagMs;
  return Math.max(row.visibleAt, shownAt, peaceAt) + hour + fewTicks;
}

function watchOf({ plan }: World) {
  return (plan.configs.at(-1) as (typeof plan.configs)[number]).watch;
}

function tell(ms: number): string {
  return `${Math.round(ms / minute)} minutes`;
}
