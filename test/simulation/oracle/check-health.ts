import { parseDuration } from '../../../shared/domain/duration.ts';
import { formatTime } from '../../../shared/domain/times/format-time.ts';
import { summaryKey } from '../../../shared/ledger/items/keys.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { isQuietAt } from '../../support/time/quiet-clock.ts';
import { emptyAtFirst, isForLists, rulesOf } from '../parts/answer-rules.ts';
import { configAt, day, hour, minute, peaceAfter } from '../parts/plan.ts';
import type { UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { alertsKey, untoldIn } from './check-alerts.ts';
import { isExcepted, isWatched } from './check-bridges.ts';
import { mutedUntil } from './check-delays.ts';
import { isItsTime } from './check-pace.ts';
import { announcementOf, isBegun, isPassedOver, knownBridges } from './check-punctual.ts';
import { isOnPage } from './check-reading.ts';
import { isRefused, viewsOf } from './check-routes.ts';
import { judgeStatus } from './judge-status.ts';
import { fewTicks, isLately, turnMs } from './what-fails.ts';

const quarter = 15 * minute;
/** How long something may wait at a route beyond what its rules explain, and the sweep that finds it. */
const overdueMs = hour + quarter;

/** Judges it after a tick and its polls, and before the next one. */
export function watchHealth(world: World, from: number, until: number): void {
  const last = Math.max(until - minute, from + 14 * minute);
  const moments = new Set(
    [from + 14 * minute, Math.min(from + 44 * minute, last), last].filter((at) => at < until),
  );
  for (const at of moments) world.scheduler.at(at, () => void checkHealth(world));
}

/**
 * I29: while a signal or the message of an alarm is late, `status` is not well. It is well where nothing has been wrong
 * for longer than anything may take to be proven.
 */
async function checkHealth(world: World): Promise<void> {
  const { oracle, plan, table, scheduler, version } = world;
  // What a wrong clock or a backup left in the ledger is told otherwise.
  if (oracle.violation || plan.reading.fastClock !== null || plan.putBack !== null) return;
  const late = findLate(world);
  if (late === null && !isUndisturbed(world)) return;
  const clock = { now: scheduler.now, sleep: () => Promise.resolve() };
  const ledger = createLedger({ table, clock, random: () => 0.5 });
  const { isWell, needs } = await judgeStatus(ledger, configAt(plan.configs, version), scheduler.now());
  if (late !== null && isWell) oracle.violate('I29', `status is well, and ${late}`);
  if (late === null && !isWell)
    oracle.violate('I29', `nothing is wrong, and status says: ${needs.join('; ')}`);
}

function findLate(world: World): string | null {
  const { upstream, oracle, table, scheduler, plan } = world;
  for (const row of upstream.rows.values()) {
    if (oracle.memory.signals.has(row.signalId) || !isFoundLate(world, row)) continue;
    return `row ${row.plan.index} is shown since ${formatTime(shownSince(world, row) ?? 0)} and not found`;
  }
  const untold = untoldIn(table.peek(alertsKey)).find(({ at }) => scheduler.now() - at > overdueMs);
  if (untold) return `the alarm ${untold.id} is not told since ${formatTime(untold.at)}`;
  const unread = plan.configs[0]?.watch.bridges.find((bridgeId) => isUnread(world, bridgeId));
  if (unread !== undefined) return `the rows of bridge ${unread} have failed for more than a day`;
  for (const item of table.all()) if (isStuck(world, item)) return `${item.pk} ${item.sk} waits for nothing`;
  return null;
}

/** Whether all rows of a bridge that is always watched have failed since longer than their reading may take. */
function isUnread({ plan, scheduler, oracle }: World, bridgeId: string): boolean {
  if (plan.configs.some(({ watch }) => !watch.bridges.includes(bridgeId))) return false;
  const now = scheduler.now();
  const { since } = oracle.memory.looks;
  return rulesOf(plan, { operation: 'rows', id: bridgeId }).some(({ answer, from, until }) => {
    return answer !== 'empty' && now < until && now > Math.max(from, since) + day + 9 * hour;
  });
}

/** Whether upstream has shown a row that must be sent for longer than it may take to find it. */
function isFoundLate(world: World, row: UpstreamRow): boolean {
  const { plan, scheduler, oracle } = world;
  const { unreadable, signalDate } = row.plan;
  const now = scheduler.now();
  if (row.status !== 'New' || !row.steady || unreadable || now - signalDate > 85 * day) return false;
  if (plan.configs.some((one) => !isWatched(world, row.buyerId, one) || isExcepted(one, row))) return false;
  if (plan.reading.tiesAtEdges || !isOnPage(world, row) || plan.bridgeOddities.vanishing !== null)
    return false;
  if (isBegun(world, row.buyerId) || !isNews(world, row) || !isWanted(world, row)) return false;
  const since = shownSince(world, row);
  if (since === null) return false;
  // A buyer's own failures are told from an hour after it is known. Before that, bridges that can't be read are.
  const foundAt = oracle.memory.foundAt.get(row.buyerId) ?? 0;
  const named = namedAt(world, row) ?? Number.POSITIVE_INFINITY;
  const dueTimes = [since + turnMs(plan), named].map((at) => Math.max(at, foundAt));
  return dueTimes.some((dueAt) => now > dueAt + hour + fewTicks && hadTicks(world, dueAt));
}

/** Since when the list of its buyer shows it, wherever somebody asks the service properly; null while it does not. */
function shownSince(
  { plan, scheduler }: World,
  { buyerId, updates: [arrivedAt = 0] }: UpstreamRow,
): number | null {
  const now = scheduler.now();
  const hiding = rulesOf(plan, { operation: 'list', id: buyerId }).filter((rule) => {
    return rule.from <= now && (rule.answer === 'empty' || (rule.answer === 404 && !isForLists(rule)));
  });
  const since = Math.max(plan.start, arrivedAt + plan.indexLagMs, ...hiding.map(({ until }) => until));
  return since > now ? null : since;
}

/** Since when a row names its buyer, where nothing but all lists at once may fail. */
function namedAt(world: World, row: UpstreamRow): number | null {
  const { plan, recovering } = world;
  const alone = rulesOf(plan, { operation: 'list', id: row.buyerId }).filter((rule) => !isForLists(rule));
  // A bridge that another signal made known later says nothing of what came before.
  const known = knownBridges(world, row.updates[0]);
  const announcedAt = recovering && alone.length === 0 ? announcementOf(world, row, known) : null;
  if (announcedAt === null || row.visibleAt - announcedAt > hour || isPassedOver(world, row)) return null;
  return Math.max(announcedAt, row.visibleAt, peaceAfter(plan.ticks));
}

/**
 * Whether ticks had time to find what is due since then, or to fail at it for the hour after which that is told. Or no
 * ticks come, which is as bad: after they stood still, that hour begins with the polls of the next ones.
 */
function hadTicks({ plan, scheduler, oracle }: World, dueAt: number): boolean {
  const { ticks } = oracle.memory;
  const everyMs = Math.max(...plan.configs.map(({ watch }) => parseDuration(watch.every)));
  const [, second = Number.POSITIVE_INFINITY] = ticks.filter((at) => at > dueAt);
  return (
    scheduler.now() > second + hour + quarter ||
    scheduler.now() - (ticks.at(-1) ?? plan.start) > 3 * everyMs + quarter
  );
}

/** Whether it is no part of a baseline: all is sent, or it came after its buyer was read, or while no list showed anything. */
function isNews(
  { plan, oracle, scheduler }: World,
  { buyerId, updates: [arrivedAt = 0] }: UpstreamRow,
): boolean {
  const { liveAt, shownAt } = oracle.memory;
  // What never worked is told for a day.
  if (shownAt.length === 0 && scheduler.now() > plan.start + day) return false;
  if (plan.configs.every(({ watch }) => watch.firstRun === 'send-all')) return true;
  if (arrivedAt > (liveAt.get(buyerId) ?? Number.POSITIVE_INFINITY)) return true;
  return emptyAtFirst(plan) !== null && arrivedAt > plan.start + hour;
}

/** Whether some route takes it, whatever turns out of it and whichever config is deployed. */
function isWanted({ plan }: World, row: UpstreamRow): boolean {
  const { score, stage } = row.plan;
  return plan.configs.every((config) => {
    const known = {
      buyerId: row.buyerId,
      hot: null,
      scores: [undefined, score],
      stages: [undefined, stage?.word ?? undefined],
    };
    const views = viewsOf(config, row, known);
    return config.routes.some(({ match }) => views.every((view) => !isRefused(match, view)));
  });
}

/** Whether something waits on its way from the outbox to its destination, and no rule explains it. */
function isStuck(world: World, item: Item): boolean {
  const { plan, table, scheduler, oracle, destinations } = world;
  const then = scheduler.now() - overdueMs;
  const { pk, sk, state, releaseAt, until } = item;
  if (pk.startsWith('O#.awaited#')) return Number(until) < then;
  if (!/^(OUT|DIG)#/.test(sk)) return false;
  const [route, ...others] = plan.configs.map(({ routes }) => routes.find(({ id }) => pk === `R#${id}`));
  const isSteady =
    route !== undefined && others.every((one) => JSON.stringify(one) === JSON.stringify(route));
  if (!isSteady || table.peek({ pk, sk: 'META' })?.state === 'DISABLED') return false;
  // It was quiet, or not enabled, until shortly.
  const moments = Array.from({ length: 7 }, (_, quarters) => then - quarter + quarters * quarter);
  if (moments.some((at) => isQuietAt(route, at)) || (oracle.memory.enabledAt.get(pk) ?? 0) > then)
    return false;
  const isTaken =
    destinations.taken.get(route.id)?.some(({ digestId }) => digestId === item.digestId) === true;
  if (isTaken || item.kind !== undefined) return false;
  if (sk.startsWith('DIG#')) {
    if (state !== 'FROZEN' && state !== 'SENDING') return false;
    return owedSince(item) < then;
  }
  const enteredAt = oracle.memory.enteredAt.get(`${pk} ${sk}`) ?? scheduler.now();
  const waitedUntil = Math.min(Number(releaseAt ?? 0), summaryCameAt(world, item));
  if (Math.max(enteredAt, waitedUntil, mutedUntil(world, item)) > then) return false;
  return isItsTime(world, route, item, then);
}

/** When the service answered for the summary that a signal waited for; infinite while it has not. */
function summaryCameAt({ table }: World, { buyerId }: Item): number {
  const summary = table.peek(summaryKey(String(buyerId)));
  const isThere = summary?.state === 'READY' || summary?.state === 'NONE';
  return isThere ? Number(summary.fetchedAt) : Number.POSITIVE_INFINITY;
}

/** Since when a digest should have been with its destination. */
function owedSince({ resentAt, frozenAt }: Item): number {
  return Number(resentAt ?? frozenAt);
}

/** Whether nothing at all has been wrong for longer than the longest time that anything takes to be proven. */
function isUndisturbed(world: World): boolean {
  const { plan, scheduler, recovering, oracle, table } = world;
  const { reading, bridgeOddities } = plan;
  const now = scheduler.now();
  const longest = Math.max(turnMs(plan) + hour, 5 * hour) + fewTicks;
  const from = peaceAfter(plan.ticks);
  if (!recovering || now < from + longest || now > from + plan.quietTicks * quarter) return false;
  if (plan.answers.some((rule) => isLately(world, rule, day + 4 * hour))) return false;
  const isOdd =
    bridgeOddities.slow ?? bridgeOddities.vanishing ?? plan.misfit ?? reading.envelope ?? plan.poisonRoute;
  if (isOdd !== null || reading.emptyIs404 || reading.tiesAtEdges || plan.skewMs > 0 || reading.zoneMs !== 0)
    return false;
  // Nothing was news for days, since it looks: what a first reading takes for the past is none.
  const news = [...oracle.memory.signals.values()].filter(({ baseline }) => !baseline);
  if (now - Math.max(oracle.memory.ticks[0] ?? 0, ...news.map(({ at }) => at)) > 2 * day) return false;
  if (lackedScores(world)) return false;
  return [...table.all()].every((item) => {
    const { sk, pk, state, releaseAt, reason, at } = item;
    // Its wait had ended before the last sweep brought it here. The next one is a minute later, and here a quarter of an hour.
    const enteredAt = oracle.memory.enteredAt.get(`${pk} ${sk}`) ?? 0;
    if (enteredAt > now - quarter && Number(releaseAt) < enteredAt) return false;
    // What waited while no tick came is late, though quiet hours delay it once they come again.
    if (/^(OUT|DIG)#/.test(sk) && stoodStill(world, enteredAt)) return false;
    const isKept = sk.startsWith('HELD#') || state === 'DEAD' || state === 'HELD' || state === 'DISABLED';
    // A template that failed before quiet hours is told until they are over.
    if (sk === 'TROUBLE#template' && Number(at) > now - day) return false;
    // What failed in bad weather, or whose sender stopped then, is told until its next attempt, which may be many hours
    // later.
    const isWaiting = state === 'FROZEN' || state === 'SENDING';
    if (isWaiting && (reason !== undefined || owedSince(item) < now - hour)) return false;
    return (
      !isKept && (!/^(OUT|DIG)#/.test(sk) || plan.configs.at(-1)?.routes.some(({ id }) => pk === `R#${id}`))
    );
  });
}

function stoodStill({ oracle }: World, since: number): boolean {
  const { ticks } = oracle.memory;
  return ticks.some((at, index) => at - (ticks[index - 1] ?? at) > day && at > since);
}

/** Whether the last signals had no value in the hot column, a while ago: what is told of that ends by the second judgement. */
function lackedScores({ upstream, oracle, scheduler }: World): boolean {
  const then = scheduler.now() - fewTicks;
  const recorded = [...upstream.rows.values()].flatMap(({ signalId, plan, updates }) => {
    const { at = then } = oracle.memory.signals.get(signalId) ?? {};
    const isScored = !plan.unreadable && (!plan.scoredLate || Number(updates[1]) < at);
    return at < then ? [{ at, isScored }] : [];
  });
  recorded.sort((a, b) => b.at - a.at);
  const scoredAt = recorded.find(({ isScored }) => isScored)?.at ?? 0;
  return (recorded[0]?.at ?? 0) > scoredAt + hour;
}
