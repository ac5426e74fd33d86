import type { Item } from '../../../shared/ledger/table/table.ts';
import { aheadOf } from '../parts/reading-plan.ts';
import type { RowPlan } from '../parts/row-plan.ts';
import type { UpstreamRow } from '../parts/upstream.ts';
import type { World } from '../parts/world.ts';
import { isClosed } from '../upstream/upstream-row.ts';

/** I3: a signal whose deadline has passed is not hot, and one whose column says so is recorded as hot, whatever its cells are keyed by. */
export function checkHotness(world: World, { plan }: UpstreamRow, isHot: boolean): void {
  const { actor, oracle } = world;
  const columns = actor?.config.hot.columns ?? [];
  const isHotByColumn = columns.some(({ atLeast }) => plan.score >= atLeast);
  if (isHot && wasClosed(world, plan)) {
    oracle.violate('I3', `row ${plan.index} is recorded as hot, and its deadline has passed`);
  }
  // The row may have been read before its score was there.
  if (plan.unreadable || plan.scoredLate || isHot) return;
  const mayBeClosed = clocksOf(world).some((at) => isClosed(plan, at));
  if (isHotByColumn && !mayBeClosed) {
    oracle.violate('I3', `row ${plan.index} with a score of ${plan.score} is recorded as not hot`);
  }
}

/** Whether the deadline of a row had passed by every clock that its judge can have asked. */
function wasClosed(world: World, row: RowPlan): boolean {
  return clocksOf(world).every((at) => isClosed(row, at));
}

/** The clock of the instance that writes, as its invocation began and now: in between it judged, and its clock may have been set. */
export function clocksOf({ actor, plan, scheduler }: World): readonly number[] {
  const now = scheduler.now();
  if (actor === null) return [now];
  return [actor.beganAt, now].map((at) => at + actor.skewMs + aheadOf(plan.reading, actor, at));
}

interface Told {
  readonly rule: string;
  readonly value?: number;
  readonly atLeast?: number;
  readonly rank?: number;
  readonly of?: number;
}

/** An entry says why its signal is hot, with the number that its row shows and the place that it was given. */
export function checkReasons(world: World, { plan }: UpstreamRow, entry: Item, isSettled = false): void {
  const { actor, oracle } = world;
  const told = typeof entry.hotBecause === 'string' ? (JSON.parse(entry.hotBecause) as Told[]) : [];
  const violate = (what: string) =>
    oracle.violate('I3', `row ${plan.index} ${what}: ${JSON.stringify(told)}`);
  if (told.length > 0 && wasClosed(world, plan)) violate('has passed its deadline, and is hot');
  if ((entry.hot === true) !== told.length > 0)
    violate(entry.hot ? 'is hot for no reason' : 'is not hot for');
  const { topByHotness: top = 0, columns = [] } = actor?.config.hot ?? {};
  // A place that was given at the recording stays, whatever was deployed since.
  const topByHotness = isSettled
    ? Math.max(...world.plan.configs.map(({ hot }) => hot.topByHotness ?? 0))
    : top;
  for (const { rule, value, atLeast, rank = 0, of = 0 } of told) {
    const isTrue =
      rule === 'column'
        ? value === plan.score &&
          plan.score >= (atLeast ?? 101) &&
          columns.some((one) => one.atLeast === atLeast)
        : rank === entry.hotnessRank && rank >= 1 && rank <= topByHotness && rank <= of && of > 1;
    if (!isTrue) violate('is hot for a reason that is none');
  }
}
