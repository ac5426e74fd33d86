import type { Dice } from '../world/dice.ts';
import type { Tick } from './tick.ts';

export interface OverfullPlan {
  /** Until then each page of a list holds all that follows too, and so more items than its `pageSize`; null: never. */
  readonly overfullUntil: number | null;
}

export function planOverfull(dice: Dice, ticks: readonly Tick[]): OverfullPlan {
  const last = dice.between(0, Math.max(0, ticks.length - 2));
  return { overfullUntil: dice.chance(0.06) ? (ticks[last]?.slot ?? 0) + 600_000 : null };
}
