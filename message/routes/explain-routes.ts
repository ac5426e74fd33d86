import { chooseRoutes, type Routing, type Taker } from '../../shared/domain/routes/choose-routes.ts';
import type { ColumnCondition, KnownCells } from '../../shared/domain/routes/column-condition.ts';
import { judgeMatch, type RouteCandidate, type RouteMatch } from '../../shared/domain/routes/match.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { setOf, zoneOf } from '../../shared/domain/routes/route-view.ts';
import type { Truth } from '../../shared/domain/routes/truth.ts';
import type { RouteVerdict } from '../../shared/domain/routes/verdict.ts';
import { cutText } from '../../shared/domain/text/cut-text.ts';
import { formatList } from '../../shared/domain/text/format-list.ts';
import { formatValue } from '../facts/format-value.ts';
import { formatCondition } from './describe-match.ts';

/** Explains each verdict of `chooseRoutes` by the values that decided it, in the config's order. */
export function explainRoutes(
  routing: Routing,
  candidate: RouteCandidate,
  chosen: readonly Taker[] = chooseRoutes(routing, candidate),
): RouteVerdict[] {
  const takers = new Map(chosen.map((taker) => [taker.route.id, taker]));
  // Records have only the owners of a set who are concerned: a set may have hundreds.
  const isTold = ({ id, owner }: Route) => !owner?.is || takers.has(id);
  return routing.routes.filter(isTold).map((route) => {
    const taker = takers.get(route.id);
    const grounds = [...ownerGround(route, candidate), ...groundsOf(route.match, candidate, zoneOf(route))];
    const because = taker
      ? describeTaken(route, grounds, taker.isUndecided)
      : describeRefused(route, grounds, [...takers.keys()]);
    return { routeId: route.id, takes: taker !== undefined, because: cutText(because, longestReason) };
  });
}

/** Says why a route has a signal, by its match of now; null if that would refuse the signal, which an earlier one took. */
export function explainTaken(
  route: Pick<Route, 'match' | 'otherwise'>,
  candidate: RouteCandidate,
  timezone: string,
): string | null {
  const grounds = groundsOf(route.match, candidate, timezone);
  if (grounds.some(({ holds }) => holds === false)) return null;
  return cutText(describeTaken(route, grounds, false), longestReason);
}

const longestReason = 200;

/** One condition of a match and the signal's value for it. */
interface Ground {
  readonly holds: Truth;
  readonly told: string;
}

function describeTaken(
  { otherwise }: Pick<Route, 'otherwise'>,
  grounds: readonly Ground[],
  isUndecided: boolean,
): string {
  const told = grounds.map(({ told: one }) => one);
  const all = [...told, ...(otherwise === true ? ['no other route takes it'] : [])];
  if (all.length === 0) return 'the route takes every signal';
  return `${isUndecided ? 'not decided yet: ' : ''}${formatList(all)}`;
}

function describeRefused(
  { owner, otherwise }: Route,
  grounds: readonly Ground[],
  takers: readonly string[],
): string {
  const refusing = grounds.find(({ holds }) => holds === false);
  if (refusing) return refusing.told;
  const ofOwners = takers.filter((id) => setOf(id) === owner?.set);
  if (ofOwners.length > 0) return `it goes to its owner: ${formatList(ofOwners)}`;
  const others = formatList(takers);
  return otherwise === true ? `another route takes it: ${others}` : `the route ${others} comes first`;
}

/** `its owner is Ann Lee`; for the rest of a set: `its owner is not told directly: Dev Patel`. */
function ownerGround({ owner }: Route, { owners = [], ownerAwaited = false }: RouteCandidate): Ground[] {
  if (owner === undefined) return [];
  if (owner.is) return [{ holds: true, told: `its owner is ${owner.is.name}` }];
  if (ownerAwaited) return [{ holds: null, told: 'its owner is not known' }];
  const names = formatList(owners.map(({ name }) => name));
  return [
    { holds: true, told: names === '' ? 'it has no owner' : `its owner is not told directly: ${names}` },
  ];
}

function groundsOf(match: RouteMatch, candidate: RouteCandidate, timezone: string): Ground[] {
  const { hot, bridges, buyers, columns = [], any, not, ...unknown } = match;
  unknown satisfies Record<string, never>;
  const judge = (one: RouteMatch): Truth => judgeMatch(one, candidate, timezone);
  const ground = (one: RouteMatch, tell: (holds: Truth) => string): Ground => {
    const holds = judge(one);
    return { holds, told: tell(holds) };
  };
  /** Tells those conditions of some matches that are as the outcome is. */
  const inner = (matches: readonly RouteMatch[], deciding: Truth): string => {
    const grounds = matches.flatMap((one) => groundsOf(one, candidate, timezone));
    return formatList(grounds.filter(({ holds }) => holds === deciding).map(({ told }) => told));
  };
  return [
    hot === undefined ? [] : ground({ hot }, () => describeHot(candidate.hot)),
    bridges === undefined ? [] : ground({ bridges }, (holds) => describeBridge(candidate, holds)),
    buyers === undefined ? [] : ground({ buyers }, (holds) => `its buyer is ${isNot(holds)}in match.buyers`),
    columns.map((one) => ground({ columns: [one] }, () => formatColumn(one, candidate))),
    any === undefined
      ? []
      : ground({ any }, (holds) =>
          holds === false
            ? `nothing in match.any fits: ${inner(any, false)}`
            : inner(any.filter((one) => judge(one) === holds).slice(0, 1), holds) || 'anything fits',
        ),
    not === undefined
      ? []
      : ground({ not }, (holds) =>
          holds === null
            ? `it is not known whether match.not excludes it: ${inner([not], null)}`
            : `match.not ${holds ? 'does not exclude it' : 'excludes it'}: ${inner([not], !holds)}`,
        ),
  ].flat();
}

const isNot = (holds: Truth): string => (holds === false ? 'not ' : '');

function describeHot(hot: boolean | null): string {
  if (hot === null) return 'it is not known whether it is hot';
  return hot ? 'it is hot' : 'it is not hot';
}

function describeBridge({ bridgeName, bridgeId }: RouteCandidate, holds: Truth): string {
  const name = bridgeName ?? bridgeId;
  return name === null ? 'its bridge is not known' : `its bridge ${name} is ${isNot(holds)}in match.bridges`;
}

const longestValue = 60;

/** `Match Score is 34 (rule: 60 or more)` */
export function formatColumn(condition: ColumnCondition, { columns, unsettled }: KnownCells): string {
  const { name } = condition;
  if (columns === null || unsettled.includes(name)) return `${name} is not known`;
  const value = Object.hasOwn(columns, name)
    ? formatValue(name, columns[name], undefined, longestValue)
    : null;
  return `${name} is ${value ?? 'empty'} (rule: ${formatCondition(condition).replace(/^is /, '')})`;
}
