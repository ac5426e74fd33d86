import { tellValue } from '../facts/tell-value.ts';
import { cutText } from '../text/cut-text.ts';
import { chooseRoutes, type Routing } from './choose-routes.ts';
import { type ColumnCondition, judgeColumn } from './column-condition.ts';
import { judgeMatch, type RouteCandidate, type RouteMatch } from './match.ts';
import type { Route } from './route.ts';
import { zoneOf } from './route-view.ts';
import { tellCondition, tellList } from './tell-match.ts';
import type { Truth } from './truth.ts';
import { isWantedBridge, isWantedBuyer } from './wanted-names.ts';

/** Whether a route takes a signal, and why. */
export interface RouteVerdict {
  readonly routeId: string;
  readonly takes: boolean;
  /** `Match Score is 34 (rule: 60 or more)`, `it is hot`; at most 200 UTF-16 units. */
  readonly because: string;
}

/** Of each route in the config's order: the verdict of `chooseRoutes`, with the values that decided it. */
export function explainRoutes(routing: Routing, candidate: RouteCandidate): RouteVerdict[] {
  const takers = new Map(chooseRoutes(routing, candidate).map((taker) => [taker.route.id, taker]));
  return routing.routes.map((route) => {
    const taker = takers.get(route.id);
    const grounds = groundsOf(route.match, candidate, zoneOf(route));
    const because = taker
      ? tellTaken(route, grounds, taker.isUndecided)
      : tellRefused(route, grounds, [...takers.keys()]);
    return { routeId: route.id, takes: taker !== undefined, because: cutText(because, longestReason) };
  });
}

const longestReason = 200;

/** One condition of a match and the signal's value for it. */
interface Ground {
  readonly holds: Truth;
  readonly told: string;
}

function tellTaken({ otherwise }: Route, grounds: readonly Ground[], isUndecided: boolean): string {
  const told = grounds.map(({ told: one }) => one);
  const all = [...told, ...(otherwise === true ? ['no other route takes it'] : [])];
  if (all.length === 0) return 'the route takes every signal';
  return `${isUndecided ? 'not decided yet: ' : ''}${tellList(all)}`;
}

function tellRefused({ otherwise }: Route, grounds: readonly Ground[], takers: readonly string[]): string {
  const refusing = grounds.find(({ holds }) => holds === false);
  if (refusing) return refusing.told;
  const others = tellList(takers);
  return otherwise === true ? `another route takes it: ${others}` : `the route ${others} comes first`;
}

/** Of every field that the match has. */
function groundsOf(match: RouteMatch, candidate: RouteCandidate, timezone: string): Ground[] {
  const { hot, bridges, buyers, columns = [], any, not } = match;
  const judge = (one: RouteMatch): Truth => judgeMatch(one, candidate, timezone);
  return [
    ...(hot === undefined ? [] : [{ holds: judge({ hot }), told: tellHot(candidate.hot) }]),
    ...(bridges === undefined
      ? []
      : [{ holds: isWantedBridge(bridges, candidate), told: tellBridge(candidate, bridges) }]),
    ...(buyers === undefined ? [] : [{ holds: judge({ buyers }), told: tellBuyer(candidate, buyers) }]),
    ...columns.map((condition) => ({
      holds: judgeColumn(condition, candidate, timezone),
      told: tellColumn(condition, candidate),
    })),
    ...(any === undefined ? [] : [groundOfAny(any, candidate, timezone)]),
    ...(not === undefined ? [] : [groundOfNot(not, candidate, timezone)]),
  ];
}

function tellHot(hot: boolean | null): string {
  if (hot === null) return 'it is not known whether it is hot';
  return hot ? 'it is hot' : 'it is not hot';
}

function tellBridge(candidate: RouteCandidate, bridges: readonly string[]): string {
  const { bridgeName, bridgeId } = candidate;
  if (bridgeName === null && bridgeId === null) return 'its bridge is not known';
  const isWanted = isWantedBridge(bridges, candidate) !== false;
  return `its bridge ${bridgeName ?? bridgeId} is ${isWanted ? '' : 'not '}in match.bridges`;
}

function tellBuyer(candidate: RouteCandidate, buyers: readonly string[]): string {
  return `its buyer is ${isWantedBuyer(buyers, candidate) === false ? 'not ' : ''}in match.buyers`;
}

const longestValue = 60;

function tellColumn(condition: ColumnCondition, { columns, unsettled }: RouteCandidate): string {
  const { name } = condition;
  if (columns === null || unsettled.includes(name)) return `${name} is not known`;
  const value = Object.hasOwn(columns, name) ? tellValue(name, columns[name], undefined, longestValue) : null;
  return `${name} is ${value ?? 'empty'} (rule: ${tellCondition(condition).replace(/^is /, '')})`;
}

function groundOfAny(any: readonly RouteMatch[], candidate: RouteCandidate, timezone: string): Ground {
  const judged = any.map((match) => ({
    holds: judgeMatch(match, candidate, timezone),
    grounds: groundsOf(match, candidate, timezone),
  }));
  const told = (grounds: readonly Ground[]): string => tellList(grounds.map((one) => one.told));
  const fitting = judged.find(({ holds }) => holds !== false);
  if (fitting) return { holds: fitting.holds, told: told(fitting.grounds) || 'anything fits' };
  const missed = judged.flatMap(({ grounds }) => grounds.filter(({ holds }) => holds === false));
  return { holds: false, told: `nothing in match.any fits: ${told(missed)}` };
}

function groundOfNot(not: RouteMatch, candidate: RouteCandidate, timezone: string): Ground {
  const grounds = groundsOf(not, candidate, timezone);
  const excludes = judgeMatch(not, candidate, timezone);
  const telling = grounds.filter(({ holds }) => holds === excludes).map(({ told }) => told);
  const all = tellList(telling.length > 0 ? telling : grounds.map(({ told }) => told));
  if (excludes === null)
    return { holds: null, told: `it is not known whether match.not excludes it: ${all}` };
  return { holds: !excludes, told: `match.not ${excludes ? 'excludes it' : 'does not exclude it'}: ${all}` };
}
