import type { Dice } from '../parts/dice.ts';
import type { Tick } from '../parts/tick.ts';
import type { Shape } from './plan-shape.ts';

const minute = 60_000;

/** A time in which the table refuses every call, in milliseconds since the epoch. */
export interface Outage {
  readonly from: number;
  readonly until: number;
}

/** Minutes without a table, longer than any retry, around some of the ticks. */
export function planOutages(dice: Dice, ticks: readonly Tick[]): Outage[] {
  if (!dice.chance(0.06)) return [];
  return ticks.flatMap(({ slot }) => {
    if (!dice.chance(0.4)) return [];
    const from = slot + dice.between(-minute, 2 * minute);
    return [{ from, until: from + dice.between(30_000, 20 * minute) }];
  });
}

export interface OverfullPlan {
  /** Until then each page of a list holds all that follows too, and so more items than its `pageSize`; null: never. */
  readonly overfullUntil: number | null;
}

export function planOverfull(dice: Dice, ticks: readonly Tick[]): OverfullPlan {
  const last = dice.between(0, Math.max(0, ticks.length - 2));
  return { overfullUntil: dice.chance(0.06) ? (ticks[last]?.slot ?? 0) + 10 * minute : null };
}

/** The ledger is put back as it was at an earlier time: a backup is restored, or a copy of a state directory is used. */
export interface PutBack {
  readonly copiedAt: number;
  readonly at: number;
}

export function planPutBack(dice: Dice, shape: Shape, ticks: readonly Tick[]): PutBack | null {
  if (shape !== 'plain' || !dice.chance(0.03)) return null;
  const [first, last] = [ticks[0]?.slot ?? 0, ticks.at(-1)?.slot ?? 0];
  const copiedAt = dice.between(first + minute, last);
  return { copiedAt, at: dice.between(copiedAt, last + 10 * minute) };
}
