import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { ColumnCondition } from '../../../shared/domain/routes/column-condition.ts';
import type { OfEachField, RouteMatch } from '../../../shared/domain/routes/match.ts';
import { routeKey } from '../../../shared/ledger/items/keys.ts';
import type { Instance } from '../parts/instance.ts';
import type { UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { dueDayOf, isClosed } from '../upstream/upstream-row.ts';
import { rankKnowledge } from './check-reading.ts';

/** A row as it may turn out to be, once all is known of it. */
export interface View {
  readonly buyerId: string;
  readonly bridgeId: string;
  readonly bridgeName: string;
  readonly hot: boolean;
  readonly cells: Cells;
}

type Cells = Readonly<Record<string, string | number | undefined>>;

/** Why a route does not want a row. Written anew: the domain's own rules are on trial. */
const refusals: OfEachField<(match: RouteMatch, view: View) => boolean> = {
  hot: ({ hot }, view) => hot !== undefined && view.hot !== hot,
  bridges: ({ bridges }, view) =>
    bridges !== undefined &&
    !bridges.some((one) => one === view.bridgeId || isSameName(one, view.bridgeName)),
  buyers: ({ buyers }, { buyerId }) => buyers !== undefined && !buyers.includes(buyerId),
  columns: ({ columns }, { cells }) => (columns ?? []).some((column) => isUnmet(column, cells[column.name])),
  any: ({ any = [] }, view) => any.length > 0 && any.every((match) => isRefused(match, view)),
  not: ({ not }, view) => not !== undefined && !isRefused(not, view),
};

function isSameName(one: string, other: string): boolean {
  return one.toUpperCase() === other.trim().toUpperCase();
}

export function isRefused(match: RouteMatch, view: View): boolean {
  return Object.values(refusals).some((refuses) => refuses(match, view));
}

/** By the cells that rows of the simulation have: numbers, days and words. */
function isUnmet(condition: ColumnCondition, cell: string | number | undefined): boolean {
  const { name: _, equals, oneOf, contains, atLeast, atMost, before, after, isEmpty, ...unknown } = condition;
  unknown satisfies Record<string, never>;
  if (cell === undefined) return isEmpty !== true;
  const word = String(cell).toUpperCase();
  const wanted = equals === undefined ? oneOf : [equals];
  return (
    isEmpty === true ||
    (wanted !== undefined && !wanted.some((one) => String(one).toUpperCase() === word)) ||
    (contains !== undefined && !word.includes(contains.toUpperCase())) ||
    (atLeast !== undefined && !(Number(cell) >= atLeast)) ||
    (atMost !== undefined && !(Number(cell) <= atMost)) ||
    (before !== undefined && !(word < before)) ||
    (after !== undefined && !(word > after))
  );
}

/**
 * The sets of routes that a row may have entered as it was recorded, each as its ids by commas: several, where it hangs
 * on when the row was read. A route wants a row if there is any way for it to turn out that the route wants.
 */
export function possibleTakers(
  world: World,
  actor: Instance,
  row: UpstreamRow,
  buyerId: string,
  isHot: boolean,
): string[] {
  const { config } = actor;
  const possiblyLeft = leftRoutes(world, config);
  const sets = possibleHotness(actor, row, buyerId, isHot).flatMap((hot) =>
    possibleScores(row).flatMap((scores) =>
      possibleStages(row).flatMap((stages) =>
        possiblyLeft.map((left) =>
          takers(config, viewsOf(config, row, { buyerId, hot, scores, stages }), ownersOf(row, config), left),
        ),
      ),
    ),
  );
  return [...new Set(sets)];
}

function takers(
  { routes, routing }: SignalpostConfig,
  views: readonly View[],
  owners: readonly string[],
  left: ReadonlySet<string>,
): string {
  const matching = routes.filter(({ match }) => views.some((view) => !isRefused(match, view)));
  const told = matching.filter(({ id, owner }) => owner?.is && owners.includes(owner.is.id) && !left.has(id));
  const wanting = matching.filter(
    (route) => !route.owner || told.includes(route) || (!route.owner.is && told.length === 0),
  );
  const named = wanting.some(({ otherwise }) => !otherwise);
  const rest = wanting.filter(({ otherwise }) => !(named && otherwise));
  const [first] = rest;
  const chosen =
    routing !== 'first' ? rest : first?.owner ? rest.filter(({ owner }) => owner) : rest.slice(0, 1);
  return chosen
    .map(({ id }) => id)
    .sort()
    .join();
}

/** The ids of the people who own a row: by the names of the world's rows, in any letters. */
function ownersOf({ plan }: UpstreamRow, { people = {} }: SignalpostConfig): string[] {
  const names = plan.unreadable ? [] : (plan.owner ?? '').split(';').map((name) => name.trim().toUpperCase());
  return Object.entries(people).flatMap(([name, { slack }]) =>
    slack !== undefined && names.includes(name.toUpperCase()) ? [slack] : [],
  );
}

/** A poll may stand still between its look at a route and its write, by a clock of its own. */
const blurMs = 20 * 60_000;

/** The owners' routes that a poll may have found disabled: what changed a moment ago may count or not. */
function leftRoutes({ table, scheduler }: World, { routes }: SignalpostConfig): ReadonlySet<string>[] {
  let possible = [new Set<string>()];
  for (const { id, owner } of routes) {
    const item = owner?.is ? table.peek(routeKey(id)) : undefined;
    if (item?.since === undefined) continue;
    const isOff = item.state === 'DISABLED';
    const isSure = Math.abs(scheduler.now() - Number(item.since)) > blurMs;
    const withIt = possible.map((one) => new Set([...one, id]));
    possible = isSure ? (isOff ? withIt : possible) : [...possible, ...withIt];
  }
  return possible;
}

type Score = number | undefined;

type Stage = string | undefined;

export interface KnownOfRow {
  readonly buyerId: string;
  /** null: unknown. */
  readonly hot: boolean | null;
  readonly scores: readonly Score[];
  readonly stages: readonly Stage[];
}

/** Every way in which a row may turn out. */
export function viewsOf(
  { routes }: Pick<SignalpostConfig, 'routes'>,
  { plan, bridgeName }: UpstreamRow,
  { buyerId, hot, scores, stages }: KnownOfRow,
): View[] {
  const { unreadable } = plan;
  const asked = ['none', ...routes.flatMap(({ match }) => bridgesAskedFor(match))];
  const shown = unreadable ? '' : (bridgeName ?? '').trim();
  // A name that is not shown may be any that a route asks for; of an item that can't be read, so may the id.
  const bridgeNames = shown === '' ? asked.filter((one) => !isId.test(one)) : [shown];
  const bridges = unreadable
    ? asked.map((one) => ({ bridgeId: one, bridgeName: one }))
    : bridgeNames.map((name) => ({ bridgeId: plan.bridgeId, bridgeName: name }));
  const days = unreadable ? [undefined, '2020-01-31', '2099-12-31'] : [dueDayOf(plan)];
  const names = unreadable ? [undefined, 'Springfield', 'Shelbyville'] : ['Springfield'];
  const views: View[] = [];
  for (const isHot of hot === null ? [true, false] : [hot])
    for (const bridge of bridges)
      for (const score of scores)
        for (const day of days)
          for (const name of names)
            for (const stage of stages) {
              const cells = { 'Match Score': score, 'Due Date': day, Buyer: name, Stage: stage };
              views.push({ buyerId, ...bridge, hot: isHot, cells });
            }
  return views;
}

const isId = /^[0-9a-f-]{36}$/;

function bridgesAskedFor({ bridges = [], any = [], not }: RouteMatch): string[] {
  return [...bridges, ...[...any, ...(not ? [not] : [])].flatMap(bridgesAskedFor)];
}

export const anyScore: readonly Score[] = [undefined, 10, 50, 95, 1_000];

/** What could be known of its score; several where it may have been read before its score was there. */
function possibleScores({ plan, updates }: UpstreamRow): (readonly Score[])[] {
  if (plan.unreadable) return [anyScore];
  if (!plan.scoredLate) return [[plan.score]];
  return updates.length === 1 ? [anyScore] : [anyScore, [plan.score]];
}

export const anyStage: readonly Stage[] = [undefined, 'Awarded', 'Bidding', 'Other'];

/** Likewise of its stage. */
function possibleStages({ plan, isComputed }: UpstreamRow): (readonly Stage[])[] {
  if (plan.unreadable) return [anyStage];
  if (plan.stage === undefined) return [[undefined]];
  return isComputed ? [anyStage, [plan.stage.word ?? undefined]] : [anyStage];
}

/** What could be known of its hotness, null for nothing, when it was written down as hot or not. */
function possibleHotness(
  actor: Instance,
  row: UpstreamRow,
  buyerId: string,
  isHot: boolean,
): (boolean | null)[] {
  const byColumns = hotnessByColumns(actor, row, isHot);
  // What is closed is not hot, whatever its rank or its score will be.
  const isDecided = isHot || row.plan.unreadable || isClosed(row.plan, actor.now());
  const rank = isDecided ? 'known' : rankKnowledge(actor, buyerId, row.signalId);
  return { known: byColumns, unknown: [null], either: [...byColumns, null] }[rank];
}

function hotnessByColumns(actor: Instance, row: UpstreamRow, isHot: boolean): (boolean | null)[] {
  const { hot } = actor.config;
  const { unreadable, scoredLate, score } = row.plan;
  if (unreadable) return [null];
  if (isHot || !scoredLate || hot.columns.length === 0 || isClosed(row.plan, actor.now())) return [isHot];
  const isHotByNow = row.updates.length > 1 && hot.columns.some(({ atLeast }) => score >= atLeast);
  // It may have been read before its score was there, and written down after.
  return row.updates.length === 1 || isHotByNow ? [null] : [null, false];
}
