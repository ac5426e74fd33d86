import { combineColumns } from './column-contradiction.ts';
import { implies } from './implication.ts';
import type { RouteMatch } from './match.ts';
import { isBridgeId } from './wanted-bridges.ts';

/** Alternatives are tried one by one: beyond this number, nothing is proved. */
const mostSteps = 2_000;

/**
 * Why no signal can fit all of these matches, as a sentence without a capital; null if that can't be proved. What is not
 * known of a signal is left aside: such a signal goes to the route all the same.
 */
export function findContradiction(matches: readonly RouteMatch[], timezone: string): string | null {
  const budget = { steps: 0 };
  return refute(matches.flatMap(simplify), timezone, budget);
}

/** `not: {hot: true}` says the same as `hot: false`. */
function simplify(match: RouteMatch): RouteMatch[] {
  const { not, ...others } = match;
  const asked = Object.entries(not ?? {}).filter(([, value]) => value !== undefined);
  if (not?.hot === undefined || asked.length > 1) return [match];
  return [others, { hot: !not.hot }];
}

function refute(matches: readonly RouteMatch[], timezone: string, budget: { steps: number }): string | null {
  budget.steps += 1;
  if (budget.steps > mostSteps) return null;
  const open = matches.findIndex(({ any }) => any !== undefined);
  const plain = open === -1 ? findPlain(matches, timezone) : null;
  if (open === -1 || plain !== null) return plain;
  const { any = [], ...others } = matches[open] as RouteMatch;
  const rest = matches.with(open, others);
  const reasons = any.map((one) => refute([...rest, ...simplify(one)], timezone, budget));
  const [first] = reasons;
  if (first === undefined || reasons.includes(null)) return null;
  return new Set(reasons).size === 1 ? first : 'each match of any contradicts the others';
}

function findPlain(matches: readonly RouteMatch[], timezone: string): string | null {
  const hot = new Set(matches.flatMap((match) => match.hot ?? []));
  if (hot.size > 1) return 'hot and not hot';
  return (
    findDisjoint(
      'buyers',
      matches.flatMap(({ buyers }) => (buyers ? [buyers] : [])),
    ) ??
    findDisjoint(
      'types',
      matches.flatMap(({ types }) => (types ? [types] : [])),
    ) ??
    findDisjointBridges(matches) ??
    combineColumns(
      matches.flatMap(({ columns = [] }) => columns),
      timezone,
    ) ??
    findExcluded(matches)
  );
}

function findDisjoint(field: string, lists: readonly (readonly string[])[]): string | null {
  if (lists.length < 2) return null;
  const common = (lists[0] ?? []).filter((one) => lists.every((list) => list.includes(one)));
  return common.length === 0 ? `no ${field} that all of its parts take` : null;
}

/** A name and an id may be those of one bridge: only lists of one kind can exclude each other. */
function findDisjointBridges(matches: readonly RouteMatch[]): string | null {
  const lists = matches.flatMap(({ bridges }) =>
    bridges ? [bridges.map((one) => one.trim().toLowerCase())] : [],
  );
  const ofIds = lists.filter((list) => list.every(isBridgeId));
  const ofNames = lists.filter((list) => !list.some(isBridgeId));
  return findDisjoint('bridges', ofIds) ?? findDisjoint('bridges', ofNames);
}

function findExcluded(matches: readonly RouteMatch[]): string | null {
  const asked = matches.map(({ not: _, ...match }) => match);
  const isExcluded = matches.some(({ not }) => not && implies(asked, not));
  return isExcluded ? 'everything that it takes is left out by its not' : null;
}
