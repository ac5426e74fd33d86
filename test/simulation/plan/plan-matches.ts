import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { ColumnCondition } from '../../../shared/domain/routes/column-condition.ts';
import type { RouteMatch } from '../../../shared/domain/routes/match.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import { routing } from './change-configs.ts';

/** What `planConfigs` leaves to this file. */
export type LaterFields = 'columns' | 'any' | 'not';

const subjects: readonly ((dice: Dice) => RouteMatch)[] = [
  (dice) =>
    onColumn(
      dice.pick([
        { name: 'Match Score', atLeast: 80 },
        { name: 'Match Score', atMost: 79 },
        { name: 'Match Score', oneOf: [10, '95'] },
      ]),
    ),
  (dice) =>
    onColumn(
      dice.pick([
        { name: 'Due Date', isEmpty: true },
        { name: 'Due Date', after: '2050-01-01' },
        { name: 'Due Date', before: '2050-01-01' },
      ]),
    ),
  (dice) =>
    onColumn(
      dice.pick([
        { name: 'Buyer', equals: 'springfield' },
        { name: 'Buyer', contains: 'FIELD' },
        { name: 'Stage', isEmpty: true },
        { name: 'Stage', equals: 'Awarded' },
      ]),
    ),
];

function onColumn(condition: ColumnCondition): RouteMatch {
  return { columns: [condition] };
}

/**
 * Lets some schedules' routes ask for columns, and share signals otherwise. From dice of its own: everything
 * else stays as it would be without.
 */
export function refineMatches(dice: Dice, configs: readonly SignalpostConfig[]): SignalpostConfig[] {
  const [whole] = configs;
  if (whole === undefined || !dice.chance(0.4)) return [...configs];
  const drawn = new Map(whole.routes.map(({ id }) => [id, drawMatch(dice)]));
  const rest = dice.chance(0.3) ? dice.pick(whole.routes).id : null;
  const order = dice.chance(0.3) ? ({ routing: 'first' } as const) : {};
  const refine = (route: Route): Route => ({
    ...route,
    match: { ...route.match, ...drawn.get(route.id) },
    ...(route.id === rest ? { otherwise: true } : {}),
  });
  return routing(configs, refine).map((config) => ({ ...config, ...order }));
}

/** Each subject once: no match asks for something and for its opposite. */
function drawMatch(dice: Dice): Required<Pick<RouteMatch, LaterFields>> {
  const placed = subjects.map((draw) => {
    return { place: dice.pick(['', '', 'here', 'any', 'any', 'not'] as const), match: draw(dice) };
  });
  const at = (place: string): RouteMatch[] =>
    placed.filter((one) => one.place === place).map(({ match }) => match);
  const columnsOf = (matches: readonly RouteMatch[]): readonly ColumnCondition[] | undefined => {
    const columns = matches.flatMap((match) => match.columns ?? []);
    return columns.length > 0 ? columns : undefined;
  };
  const [here, any, not] = [at('here'), at('any'), at('not')];
  return {
    columns: columnsOf(here),
    any: any.length > 0 ? any : undefined,
    not: not.length > 0 ? { columns: columnsOf(not) } : undefined,
  };
}
