import type { Dice } from '../parts/dice.ts';
import type { Outage, Plan, PutBack, Shape } from '../parts/plan.ts';
import type { Tick } from '../parts/tick.ts';

const minute = 60_000;

/** Minutes without a table, longer than any retry, around some of the ticks. */
export function planOutages(dice: Dice, ticks: readonly Tick[]): Outage[] {
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

export function planPutBack(dice: Dice, shape: Shape, ticks: readonly Tick[]): PutBack | null {
  if (shape !== 'plain' || !dice.chance(0.03)) return null;
  const [first, last] = [ticks[0]?.slot ?? 0, ticks.at(-1)?.slot ?? 0];
  const copiedAt = dice.between(first + minute, last);
  return { copiedAt, at: dice.between(copiedAt, last + 10 * minute) };
}
