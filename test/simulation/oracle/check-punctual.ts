import { parseDuration } from '../../../shared/domain/duration.ts';
import { hour, minute, peaceAfter } from '../world/plan/plan.ts';
import { leastDays } from '../world/upstream/upstream.ts';
import type { UpstreamRow } from '../world/upstream/upstream-row.ts';
import type { World } from '../world/world.ts';
import { isWatched } from './check-bridges.ts';
import { distrustedDueAt } from './check-distrust.ts';
import { isOnPage } from './check-reading.ts';
import { isHeldByRefusal } from './check-refusals.ts';

const day = 24 * hour;
/** Two ticks, and what the second of them sets going. */
const fewTicks = 45 * minute;

/** The bridges whose rows announce signals: those that are watched, and those that lists still show signals of. */
export function knownBridges(world: World): ReadonlySet<string> {
  const { signals } = world.oracle.memory;
  const listedFrom = world.scheduler.now() - (leastDays.LastOneMonths as number) * day;
  const learned = [...world.upstream.rows.values()].filter(
    ({ plan, status, signalId }) =>
      !plan.unreadable &&
      !watchOf(world).except?.bridges.includes(plan.bridgeId) &&
      status === 'New' &&
      plan.signalDate > listedFrom &&
      signals.has(signalId),
  );
  return new Set([...watchOf(world).bridges, ...learned.map(({ plan }) => plan.bridgeId)]);
}

/** I16: once faults have stopped, a signal is recorded few ticks after a row announced it, any other within `allEvery`. */
export function checkPunctual(world: World, known: ReadonlySet<string>): void {
  const { oracle, scheduler, plan, upstream } = world;
  // What upstream never answers properly about can keep it from being called at all for a while.
  if (plan.poisonBuyer !== null) return;
  for (const row of upstream.rows.values()) {
    const { index } = row.plan;
    if (row.status !== 'New' || !row.steady || oracle.memory.signals.has(row.signalId)) continue;
    if (isHeldByRefusal(world, row.buyerId) || isBegun(world, row.buyerId)) continue;
    // It is sent to nobody, whenever it is found.
    if (watchOf(world).except?.bridges.includes(row.plan.bridgeId)) continue;
    const dueBy = dueAt(world, row, known);
    if (dueBy === null || scheduler.now() < dueBy) continue;
    oracle.violate(
      'I16',
      `row ${index} was listed and is not recorded after ${tell(scheduler.now() - row.visibleAt)}`,
    );
  }
}

/** A first list that does not fit together has an hour, in which what may be recent or old is left unrecorded. */
function isBegun({ table, scheduler }: World, buyerId: string): boolean {
  const buyer = table.peek({ pk: `B#${buyerId}`, sk: 'META' });
  if (typeof buyer?.baselineSince !== 'number' || buyer.state === 'LIVE') return false;
  return scheduler.now() - buyer.baselineSince < hour + fewTicks;
}

function dueAt(world: World, row: UpstreamRow, known: ReadonlySet<string>): number | null {
  const { plan, scheduler } = world;
  const { buyers, allEvery } = watchOf(world);
  const { signalDate } = row.plan;
  const { buyerId } = row;
  if (!isWatched(world, buyerId) || plan.bridgeOddities.vanishing?.buyerId === buyerId) return null;
  // Further back than that only the daily deep scan looks, or none does.
  if (row.visibleAt - signalDate > 13 * day || scheduler.now() - signalDate > 85 * day) return null;
  if (!isOnPage(world, row)) return null;
  // It may have been on the page that is never shown until now, and then too old for all but the daily deep scan.
  if (plan.reading.envelope === 'hole' && scheduler.now() - signalDate > 27 * day) return null;
  const peaceAt = peaceAfter(plan.ticks);
  const isPassed = isPassedOver(world, row);
  const announcedAt = isPassed ? null : announcementOf(world, row, known);
  // A list that lags behind its rows for longer than that is found by turn.
  if (announcedAt !== null && row.visibleAt - announcedAt < hour) {
    const from = Math.max(row.visibleAt, announcedAt, peaceAt);
    return from + fewTicks + heldBackMs(world, buyerId);
  }
  const distrustedAt = buyers.length === 0 || isPassed ? null : distrustedDueAt(world, row);
  if (distrustedAt !== null) return distrustedAt;
  // A buyer that is found by rows alone is found late where they come in no order.
  const turnMs = parseDuration(allEvery);
  if (buyers.length > 0) return Math.max(row.visibleAt, peaceAt) + turnMs + fewTicks;
  const foundBy = readAllBy(world, row, peaceAt);
  return foundBy !== null && isPassed ? foundBy + turnMs : foundBy;
}

/**
 * Where everyone is polled, rows name nobody, and a scan knows a list by its first page and total: what came in behind
 * that page while another signal left is found when the turn of its buyer comes.
 */
function isPassedOver({ plan, upstream, oracle }: World, row: UpstreamRow): boolean {
  if ((oracle.memory.everyoneAt ?? 0) < row.visibleAt) return false;
  const ahead = [...upstream.rows.values()].filter(
    (other) =>
      other.buyers.has(row.buyerId) && other.status === 'New' && other.plan.signalDate > row.plan.signalDate,
  );
  return ahead.length >= plan.pageCap;
}

/** One that failed for longer than an hour is: all its rows are read each hour then. */
function isTakenForUnsorted(table: World['table'], bridgeId: string): boolean {
  return typeof table.peek({ pk: 'P#all', sk: `BRIDGE#${bridgeId}` })?.unsortedAt === 'number';
}

function announcementOf(
  { plan, queues, table }: World,
  row: UpstreamRow,
  known: ReadonlySet<string>,
): number | null {
  const { rowLagMs, bridgeId } = row.plan;
  const [changedAt = 0] = row.updates;
  if (plan.sorting !== 'honoured' || rowLagMs === null || !known.has(bridgeId)) return null;
  const { trouble, slow } = plan.bridgeOddities;
  if (trouble?.bridgeId === bridgeId || slow?.bridgeId === bridgeId) return null;
  if (isTakenForUnsorted(table, bridgeId)) return null;
  // An announcement is a message: where those get lost, it waits for the turn of its buyer.
  const isOld = changedAt < peaceAfter(plan.ticks);
  const isLost = queues.deadLetters.length > 0 || plan.ticks.some(({ losesMessages }) => losesMessages);
  return isOld && isLost ? null : changedAt + rowLagMs;
}

/** A buyer that was just found is not polled for the first time while another bridge, which may know better, can't be looked at. */
function heldBackMs(world: World, buyerId: string): number {
  const isConfigured = watchOf(world).buyers.includes(buyerId);
  return world.plan.bridgeOddities.trouble === null || isConfigured ? 0 : hour + fewTicks;
}

/** All rows are read each hour where the newest can't be told, which polls everyone at each tick, too. */
function readAllBy({ plan, table }: World, row: UpstreamRow, peaceAt: number): number | null {
  const { rowLagMs, bridgeId } = row.plan;
  const { trouble, slow } = plan.bridgeOddities;
  // Where the sort is ignored, a page can be in order by chance, and nothing shows that the others are not.
  const isUnsorted =
    plan.sorting === 'refused' ||
    (trouble?.part === 'sort' && trouble.bridgeId === bridgeId) ||
    isTakenForUnsorted(table, bridgeId);
  if (!isUnsorted || rowLagMs === null || slow !== null) return null;
  // Its buyer may be found by another bridge, some day.
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
