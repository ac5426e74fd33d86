import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { ColumnCondition } from '../../../shared/domain/routes/column-condition.ts';
import { matchesIn } from '../../../shared/domain/routes/match.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import type { Dice } from '../parts/dice.ts';
import { minute, type Plan } from '../parts/plan.ts';
import { inOrder, type RowPlan, type UpstreamChange } from '../parts/row-plan.ts';
import { routing } from './change-configs.ts';

const conditions: readonly ColumnCondition[] = [
  { name: 'Stage', equals: 'Awarded' },
  { name: 'Stage', isEmpty: true },
  { name: 'Stage', oneOf: ['awarded', 'Bidding'] },
];

/**
 * Lets the routes of some schedules ask for a column whose values are computed for a while after a row has arrived.
 * From dice of its own: everything else stays as it would be without.
 */
export function planLateValues(dice: Dice, plan: Plan): Plan {
  if (plan.shape === 'wide' || !dice.chance(0.25)) return plan;
  const swapped = plan.reading.swap?.arrives;
  const rows = plan.rows.map((row) => (row.index === swapped ? row : addStage(dice, row)));
  const quiet = new Set(plan.arrivals.map(({ row }) => row));
  const computed = rows.flatMap(({ index, stage }): UpstreamChange[] =>
    stage === undefined || quiet.has(index) ? [] : [{ at: stage.knownAt, row: index, kind: 'compute' }],
  );
  return {
    ...plan,
    hasLateValues: true,
    rows,
    changes: inOrder([...plan.changes, ...computed]),
    configs: askForStage(dice, plan.configs),
    quietTicks: Math.max(plan.quietTicks, 9),
  };
}

/** What can't be read is known by its values, and would be another one with a new stage. */
function addStage(dice: Dice, row: RowPlan): RowPlan {
  const isStaged = dice.chance(0.8);
  const word = dice.pick(['Awarded', 'Awarded', 'Bidding', null]);
  const knownAt = row.arrivesAt + dice.pick([0, 5, 10, 20, 30, 40, 90, 600]) * minute;
  return isStaged && !row.unreadable ? { ...row, stage: { word, knownAt } } : row;
}

function askForStage(dice: Dice, configs: readonly SignalpostConfig[]): SignalpostConfig[] {
  const [whole] = configs;
  if (whole === undefined) return [];
  const asked = new Map(
    whole.routes.map(({ id }) => [
      id,
      { isAsked: dice.chance(0.7), isNot: dice.chance(0.3), on: dice.pick(conditions) },
    ]),
  );
  const last = whole.routes.at(-1)?.id;
  const rest = whole.routes.length > 1 && dice.chance(0.5) ? last : undefined;
  const order = dice.chance(0.5) ? ('first' as const) : whole.routing;
  const waitAtMost = dice.pick(['1 hour', '1 hour', '2 hours', '10 minutes'] as const);
  const refine = (route: Route): Route => {
    const { isAsked, isNot, on } = asked.get(route.id) ?? { isAsked: false };
    if (route.id === rest) return { ...route, otherwise: true };
    const { match } = route;
    // A match that asks for it and for its opposite is refused only once the value is known, and the oracle knows sooner.
    const isNamed = matchesIn(match).some(({ columns = [] }) =>
      columns.some(({ name }) => name === on?.name),
    );
    if (!isAsked || on === undefined || isNamed) return route;
    if (isNot && match.not === undefined) return { ...route, match: { ...match, not: { columns: [on] } } };
    return { ...route, match: { ...match, columns: [...(match.columns ?? []), on] } };
  };
  return routing(configs, refine).map((config) => ({
    ...config,
    ...(order === undefined ? {} : { routing: order }),
    summaries: { ...config.summaries, waitAtMost },
  }));
}
