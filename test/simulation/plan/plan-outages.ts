import type { Span } from '../parts/coincidence.ts';
import type { Dice } from '../parts/dice.ts';
import { hour, minute, type Plan, type Shape } from '../parts/plan.ts';
import type { Tick } from '../parts/tick.ts';

/** Minutes without a table, longer than any retry, around some of the ticks. */
export function planOutages(dice: Dice, ticks: readonly Tick[]): Span[] {
  if (!dice.chance(0.06)) return [];
  return ticks.flatMap(({ slot }) => {
    if (!dice.chance(0.4)) return [];
    const from = slot + dice.between(-minute, 2 * minute);
    return [{ from, until: from + dice.between(30_000, 20 * minute) }];
  });
}

export function planOverfull(dice: Dice, ticks: readonly Tick[]): Pick<Plan, 'overfullUntil'> {
  const last = dice.between(0, Math.max(0, ticks.length - 2));
  return { overfullUntil: dice.chance(0.06) ? (ticks[last]?.slot ?? 0) + 10 * minute : null };
}

export function planPutBack(dice: Dice, shape: Shape, ticks: readonly Tick[]): Plan['putBack'] {
  if (shape !== 'plain' || !dice.chance(0.03)) return null;
  const [first, last] = [ticks[0]?.slot ?? 0, ticks.at(-1)?.slot ?? 0];
  const copiedAt = dice.between(first + minute, last);
  return { copiedAt, at: dice.between(copiedAt, last + 10 * minute) };
}

/**
 * Lets the destination of one route of some schedules answer nothing but 429 for hours, and ask for time; or each call to
 * it ends the sender, which stores no outcome. From dice of its own.
 */
export function planBusy(dice: Dice, plan: Plan): Plan {
  if (plan.shape !== 'plain' || !dice.chance(0.05)) return plan;
  const { id: routeId } = dice.pick(plan.configs[0]?.routes ?? []);
  const retryAfter = dice.pick([600, 1_800, 3_600]);
  const intoPeaceMs = dice.pick([0, 2, 6]) * hour;
  const answers = dice.chance(0.3) ? null : { retryAfter };
  return { ...plan, busy: { routeId, answers, intoPeaceMs } };
}
