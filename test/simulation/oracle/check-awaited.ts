import { parseDuration } from '../../../shared/domain/duration.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import type { Instance } from '../parts/instance.ts';
import { hour, minute, peaceAfter } from '../parts/plan.ts';
import { isListed, type UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { isClosed } from '../upstream/upstream-row.ts';
import { checkReasons, clocksOf } from './check-hotness.ts';
import { isOnPage } from './check-reading.ts';
import { anyScore, anyStage, isRefused, type KnownOfRow, type View, viewsOf } from './check-routes.ts';
import { checkWaiting } from './check-summary.ts';
import { rowOf } from './look-up.ts';

const awaitedPrefix = 'O#.awaited#';

const isAwaited = ({ key: { pk } }: TableChange): boolean => pk.startsWith(awaitedPrefix);

export const waitsForValues = (commit: readonly TableChange[], signalId: string): boolean =>
  commit.some((change) => isAwaited(change) && change.key.sk === signalId);

/** Whether this commit hands a signal that waited for values to its routes. */
export function isSettlement(commit: readonly TableChange[]): boolean {
  return commit.some((change) => isAwaited(change) && change.before !== undefined);
}

/**
 * Whether a signal may wait, as it is recorded: of one of the possible sets of its routes it has entered only those
 * that want it, and the rest may yet refuse it by a value that is being computed.
 */
export function mayAwait(
  { config }: Instance,
  row: UpstreamRow,
  entered: readonly string[],
  possible: readonly string[],
): boolean {
  const { plan, buyerId } = row;
  const open = viewsOf(config, row, {
    buyerId,
    hot: null,
    scores: plan.scoredLate ? anyScore : [plan.score],
    stages: plan.stage === undefined ? [undefined] : anyStage,
  });
  const isOpen = (id: string): boolean =>
    config.routes.some((route) => route.id === id && open.some((view) => isRefused(route.match, view)));
  return possible
    .map((ids) => ids.split(','))
    .some((ids) => {
      const left = ids.filter((id) => !entered.includes(id));
      return left.length > 0 && left.every(isOpen) && entered.every((id) => ids.includes(id));
    });
}

/**
 * I3 as a signal is recorded: no route has it for good while the row's stage, which decides whether the route wants it,
 * is still being computed. (A late score is judged only so far that nothing waits in vain.)
 */
export function checkEntered(world: World, row: UpstreamRow, pk: string): void {
  const { actor, oracle } = world;
  const { plan, isComputed } = row;
  const route = actor?.config.routes.find(({ id }) => pk === `R#${id}`);
  if (!actor || !route || plan.unreadable || isComputed) return;
  if (parseDuration(actor.config.summaries.waitAtMost) === 0) return;
  const known: KnownOfRow = { buyerId: row.buyerId, hot: false, scores: [plan.score], stages: anyStage };
  const groups = Map.groupBy(viewsOf(actor.config, row, known), ({ bridgeName }) => bridgeName);
  const wanted = (all: readonly View[]): number => all.filter((view) => !isRefused(route.match, view)).length;
  // Its bridge's name may be known by now: then only one of these holds.
  const isOpen = [...groups.values()].every((all) => wanted(all) > 0 && wanted(all) < all.length);
  if (isOpen) oracle.violate('I3', `row ${plan.index} entered ${pk} for good before its stage was known`);
}

/**
 * I3 as values decide, or the wait is over: each route gets what it wants, and nothing that was known in time to be
 * unwanted. The signal goes to one alone under `first`, and to those for the rest only if no other one wants it.
 */
export function checkSettlement(world: World, commit: readonly TableChange[]): void {
  const { oracle, actor } = world;
  const settled = commit.find((change) => isAwaited(change) && change.before !== undefined);
  if (settled?.before === undefined || actor === null) return;
  const { key, before } = settled;
  const row = rowOf(world, key.sk);
  if (row === undefined) return;
  const violate = (what: string): void => oracle.violate('I3', `row ${row.plan.index} ${what}`);
  if (settled.after !== undefined) violate('waits for values, and was written again');
  if (actor.name !== 'poll-signals') violate(`was settled by ${actor.name}`);
  const { owed, decidedLater } = oracle.memory;
  const { routes } = actor.config;
  const isWanted = judge(world, row, String(before.buyerId));
  // A wrong clock recorded it: the end of its wait may be far in the future, so it waits no longer.
  const isAhead = Number(before.firstSeenAt) > actor.now() + 10 * minute;
  // The invocation may have begun by a clock that was far ahead, and end by the right one.
  const isOver = clocksOf(world).some((now) => now >= Number(before.until));
  const isWaiting = !isOver && !isAhead;
  // The list of a buyer that is left out is read no more: its values stay unknown.
  const isLeftOut = actor.config.watch.except?.buyers.includes(String(before.buyerId));
  const isKnown = !isLeftOut && (isWaiting || isReadInTime(world, row, before));
  for (const { key: at, after } of commit) {
    if (!at.sk.startsWith('OUT#') || after === undefined) continue;
    const route = routes.find(({ id }) => at.pk === `R#${id}`);
    if (route === undefined) violate(`went to ${at.pk}, which is not in the config`);
    else if (isKnown && isWanted(route) === 'no') violate(`went to ${at.pk}, which refuses it`);
    // A reason of the rules at its recording stays, whatever was deployed since.
    if (after.hotBecause !== before.hotBecause) checkReasons(world, row, after, true);
    checkWaiting(world, after);
    decidedLater.add(`${at.pk} ${at.sk}`);
    if (owed.has(`${at.pk} ${key.sk}`)) violate(`went again to ${at.pk}`);
    owed.add(`${at.pk} ${key.sk}`);
    const isElsewhere = routes.some((one) => one.otherwise !== true && isWanted(one) === 'yes');
    if (route?.otherwise && isElsewhere) violate(`went as if nobody else wanted it to ${at.pk}`);
  }
  checkHolders(world, actor.config, key.sk, isWanted, violate);
}

function checkHolders(
  { oracle: { memory } }: World,
  { routes, routing }: Instance['config'],
  signalId: string,
  isWanted: (route: Route) => string,
  violate: (what: string) => void,
): void {
  const holders = [...memory.owed, ...memory.discarded].filter((name) => name.endsWith(` ${signalId}`));
  const missed = routes.filter((route) => {
    return isWanted(route) === 'yes' && !route.otherwise && !holders.includes(`R#${route.id} ${signalId}`);
  });
  if (routing !== 'first' && missed.length > 0) violate(`was not given to ${missed[0]?.id}, which wants it`);
  if (routing === 'first' && holders.length > 1) violate(`is with ${holders.join(' and ')}`);
  if (holders.length === 0 && routes.some((route) => isWanted(route) === 'yes')) violate('is with no route');
}

/** I10: at the end, nothing waits for values. */
export function checkAwaited({ oracle, table }: World): void {
  for (const { pk, sk } of table.all()) {
    if (pk.startsWith(awaitedPrefix)) oracle.violate('I10', `${pk} ${sk} still waits for values`);
  }
}

/** Whether a route wants a row with the values that it has in the end; `maybe` where that hangs on more than columns. */
function judge({ plan, actor, scheduler }: World, row: UpstreamRow, buyerId: string) {
  const { score, stage } = row.plan;
  // What is closed is not hot, whatever its score or its rank.
  const isOpen = !isClosed(row.plan, actor?.now() ?? scheduler.now());
  const isHot = isOpen && (actor?.config.hot.columns.some(({ atLeast }) => score >= atLeast) ?? false);
  const mayRank = isOpen && plan.configs.some(({ hot }) => hot.topByHotness > 0);
  const known = { buyerId, scores: [score], stages: [stage?.word ?? undefined] };
  return ({ match }: { readonly match: RouteMatch }): 'yes' | 'no' | 'maybe' => {
    const hot = isHot || (mayRank ? null : false);
    const views = viewsOf(actor?.config ?? { routes: [] }, row, { ...known, hot });
    const wanting = views.filter((view) => !isRefused(match, view)).length;
    if (wanting === 0) return 'no';
    return wanting === views.length ? 'yes' : 'maybe';
  };
}

/** The longest time between two readings of a value, with the sweeps of the quiet time. */
const longestPause = 20 * minute;

/** Whether nothing explains that the row's stage was not read before the signal's wait was over. */
function isReadInTime(world: World, row: UpstreamRow, { firstSeenAt, until, buyerId }: Item): boolean {
  const { plan } = world;
  const peaceAt = peaceAfter(plan.ticks);
  const quietUntil = peaceAt + plan.quietTicks * 15 * minute;
  const { stage, scoredLate } = row.plan;
  const { bridgeOddities, reading } = plan;
  if (!plan.hasLateValues || stage === undefined || scoredLate) return false;
  // What others were answered may pause its calls.
  if (plan.answers.some(({ operations }) => operations?.includes('list') ?? true)) return false;
  if (Number(firstSeenAt) < peaceAt + 15 * minute || Number(until) > quietUntil) return false;
  if (stage.knownAt + plan.skewMs + longestPause > Number(until)) return false;
  if (Number(until) - Number(firstSeenAt) < hour || reading.fastClock !== null) return false;
  // Chance may hide the row from each of a few readings.
  if (reading.tiesAtEdges) return false;
  if (!row.steady || row.buyerId !== buyerId || bridgeOddities.vanishing !== null) return false;
  if (!isOnPage(world, row)) return false;
  return isListed(row, 'LastOneMonths', Number(until));
}
