import { parseDuration } from '../../../shared/domain/duration.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import type { TableChange } from '../../support/ledger/memory-table.ts';
import { hour, minute, peaceAfter } from '../plan/plan.ts';
import { isListed } from '../upstream/upstream.ts';
import type { UpstreamRow } from '../upstream/upstream-row.ts';
import type { World } from '../world/world.ts';
import { checkReasons } from './check-hotness.ts';
import { isOnPage } from './check-reading.ts';
import { isHeldByRefusal } from './check-refusals.ts';
import { anyScore, anyStage, isRefused, type KnownOfRow, type View, viewsOf } from './check-routes.ts';
import { checkWaiting } from './check-summary.ts';

const markPrefix = 'O#.undecided#';

/** Whether this commit settles an undecided signal: it changes a mark that was there before. */
export function isSettlement(commit: readonly TableChange[]): boolean {
  return commit.some(({ key: { pk }, before }) => pk.startsWith(markPrefix) && before !== undefined);
}

/**
 * I3 as a signal is recorded: an entry waits for a value exactly if the row's stage is still being computed, and decides
 * whether the route wants the row. (A late score is judged only so far that nothing waits in vain.)
 */
export function checkUndecided(world: World, row: UpstreamRow, { pk, undecided }: Item): void {
  const { actor, oracle } = world;
  const route = actor?.config.routes.find(({ id }) => pk === `R#${id}`);
  if (!actor || !route || row.plan.unreadable) return;
  const views = (known: Pick<KnownOfRow, 'hot' | 'scores' | 'stages'>): View[] =>
    viewsOf(actor.config, row, { buyerId: row.buyerId, ...known });
  const wanted = (all: readonly View[]): number => all.filter((view) => !isRefused(route.match, view)).length;
  const { plan, isComputed } = row;
  const [stage, score] = [plan.stage?.word ?? undefined, plan.score];
  if (undecided === true) {
    const open = views({
      hot: null,
      scores: plan.scoredLate ? anyScore : [score],
      stages: plan.stage === undefined ? [stage] : anyStage,
    });
    if (wanted(open) === open.length) {
      oracle.violate('I3', `row ${plan.index} waits for a value that decides nothing about ${pk}`);
    }
    return;
  }
  if (isComputed || parseDuration(actor.config.summaries.waitAtMost) === 0) return;
  const groups = Map.groupBy(
    views({ hot: false, scores: [score], stages: anyStage }),
    ({ bridgeName }) => bridgeName,
  );
  // Its bridge's name may be known by now: then only one of these holds.
  const isOpen = [...groups.values()].every((all) => wanted(all) > 0 && wanted(all) < all.length);
  if (isOpen) oracle.violate('I3', `row ${plan.index} entered ${pk} for good before its stage was known`);
}

/**
 * I3 as values decide: a route loses what it does not want, and keeps or gets what it may want. The signal is with some
 * route if any wants it, with one alone under `first`, and with those for the rest only if no other one wants it.
 */
export function checkSettlement(world: World, commit: readonly TableChange[]): void {
  const mark = commit.find(({ key: { pk }, before }) => pk.startsWith(markPrefix) && before !== undefined);
  const { oracle, actor, upstream } = world;
  // Else the mark expired.
  if (mark === undefined || actor === null) return;
  if (actor.name !== 'poll-signals') oracle.violate('I3', `${actor.name} settled an undecided signal`);
  const { pk, sk: signalId } = mark.key;
  const row = [...upstream.rows.values()].find((one) => one.signalId === signalId);
  if (row === undefined) return;
  const { owed, discarded } = oracle.memory;
  const isWanted = judge(world, row, pk.slice(markPrefix.length));
  const violate = (routePk: string, what: string): void =>
    oracle.violate('I3', `row ${row.plan.index} ${what} ${routePk}, by values that say otherwise`);
  for (const { key, before, after } of commit) {
    if (!key.sk.startsWith('OUT#')) continue;
    const route = actor.config.routes.find(({ id }) => key.pk === `R#${id}`);
    const verdict = route === undefined ? 'maybe' : isWanted(route.match);
    if (before !== undefined && before.undecided !== true) violate(key.pk, 'was decided before for');
    if (after === undefined) {
      if (verdict === 'yes') violate(key.pk, 'was taken from');
      owed.delete(`${key.pk} ${signalId}`);
      continue;
    }
    // A reason of the rules at its recording stays, whatever was deployed since.
    if (after.hotBecause !== before?.hotBecause) checkReasons(world, row, after, true);
    if (after.undecided !== true && verdict === 'no') violate(key.pk, 'stays with or went to');
    if (after.undecided !== true) {
      checkWaiting(world, after);
      world.oracle.memory.decidedLater.add(`${key.pk} ${key.sk}`);
    }
    if (before !== undefined) continue;
    if (owed.has(`${key.pk} ${signalId}`)) violate(key.pk, 'went again to');
    owed.add(`${key.pk} ${signalId}`);
    const others = actor.config.routes.filter(({ otherwise }) => otherwise !== true);
    if (route?.otherwise && others.some(({ match }) => isWanted(match) === 'yes')) {
      violate(key.pk, 'went as if nobody else wanted it to');
    }
  }
  const holders = [...owed, ...discarded].filter((name) => name.endsWith(` ${signalId}`));
  const isLost = holders.length === 0 && actor.config.routes.some(({ match }) => isWanted(match) === 'yes');
  if (isLost) oracle.violate('I3', `row ${row.plan.index} is with no route any more`);
  if (actor.config.routing === 'first' && holders.length > 1) {
    oracle.violate('I3', `row ${row.plan.index} is with ${holders.join(' and ')}, and was to go to one`);
  }
}

/** Whether a route wants a row with the values that it has in the end; `maybe` where that hangs on more than columns. */
function judge({ plan, actor }: World, row: UpstreamRow, buyerId: string) {
  const { score, stage } = row.plan;
  const isHot = actor?.config.hot.columns.some(({ atLeast }) => score >= atLeast) ?? false;
  const mayRank = plan.configs.some(({ hot }) => hot.topByHotness > 0);
  const known = {
    scores: [score],
    stages: [stage?.word ?? undefined],
  };
  return (match: RouteMatch): 'yes' | 'no' | 'maybe' => {
    const hot = isHot || (mayRank ? null : false);
    const views = viewsOf(actor?.config ?? { routes: [] }, row, { ...known, buyerId, hot });
    const wanting = views.filter((view) => !isRefused(match, view)).length;
    if (wanting === 0) return 'no';
    return wanting === views.length ? 'yes' : 'maybe';
  };
}

/** I3 as a digest is created: nothing undecided is sent before its time, nor what was known in time to be unwanted. */
export function checkUndecidedRelease(world: World, entry: Item): void {
  const { oracle, actor } = world;
  if (entry.undecided !== true || actor === null) return;
  // A wrong clock recorded it: the end of its wait may be far in the future.
  if (Number(entry.firstSeenAt) > actor.now() + 10 * minute) return;
  const name = `${entry.pk} ${entry.sk}`;
  if (Number(entry.releaseAt) > actor.now()) oracle.violate('I3', `${name} is sent while it is undecided`);
  const row = [...world.upstream.rows.values()].find(({ signalId }) => entry.sk.endsWith(`Z#${signalId}`));
  const route = actor.config.routes.find(({ id }) => entry.pk === `R#${id}`);
  if (row === undefined || route === undefined || !isReadInTime(world, row, entry)) return;
  if (judge(world, row, String(entry.buyerId))(route.match) === 'no') {
    oracle.violate(
      'I3',
      `${name} is sent, although its stage was known in time and ${told(route)} refuses it`,
    );
  }
}

const told = ({ match }: Route): string => JSON.stringify(match);

/** The longest time between two readings of a value, with the sweeps of the quiet time. */
const longestPause = 20 * minute;

/** Whether nothing explains that the row's stage was not read before the entry's wait was over. */
function isReadInTime(world: World, row: UpstreamRow, { firstSeenAt, releaseAt, buyerId }: Item): boolean {
  const { plan } = world;
  const peaceAt = peaceAfter(plan.ticks);
  const quietUntil = peaceAt + plan.quietTicks * 15 * minute;
  const { stage, scoredLate } = row.plan;
  const { poisonBuyer, bridgeOddities, reading } = plan;
  if (!plan.hasLateValues || stage === undefined || scoredLate || poisonBuyer !== null) return false;
  if (Number(firstSeenAt) < peaceAt + 15 * minute || Number(releaseAt) > quietUntil) return false;
  if (stage.knownAt + plan.skewMs + longestPause > Number(releaseAt)) return false;
  if (Number(releaseAt) - Number(firstSeenAt) < hour || reading.fastClock !== null) return false;
  if (!row.steady || row.buyerId !== buyerId || bridgeOddities.vanishing !== null) return false;
  if (isHeldByRefusal(world, row.buyerId) || !isOnPage(world, row)) return false;
  return isListed(row, 'LastOneMonths', Number(releaseAt));
}
