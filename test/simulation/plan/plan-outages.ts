import type { Dice } from '../world/dice.ts';
import type { Tick } from './tick.ts';

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
    const from = slot + dice.between(-60_000, 120_000);
    return [{ from, until: from + dice.between(30_000, 20 * 60_000) }];
  });
}
