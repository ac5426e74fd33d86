import { createDice, type Dice } from '../parts/dice.ts';
import type { Shape } from '../parts/plan.ts';

export interface ShapePlan {
  readonly shape: Shape;
  readonly buyers: number;
  readonly bridges: number;
  /** Rows that come while faults are on; null draws a few. */
  readonly rows: number | null;
  /** Rows that come in the quiet time after the faults; null draws a few. */
  readonly quietRows: number | null;
  /** The part of the rows that the first buyer has. */
  readonly toFirstBuyer: number;
  /** The sizes that the server may give its pages; null draws small ones. */
  readonly pageCaps: readonly number[] | null;
  /** Quarters of an hour that the schedules go on alone; null draws it. */
  readonly quietTicks: number | null;
  readonly mostEvents: number;
}

const quarterHoursADay = 96;
const few = { rows: null, quietRows: null, toFirstBuyer: 0, pageCaps: null, quietTicks: null };

/** A share of the worlds only: each costs as much as a hundred plain ones. */
const wideShare = 0.003;
const longShare = 0.002;

export function drawShape(seed: number): Shape {
  const chance = createDice(seed, 20).next();
  if (chance < wideShare) return 'wide';
  return chance < wideShare + longShare ? 'long' : 'plain';
}

export function planShape(dice: Dice, shape: Shape): ShapePlan {
  if (shape === 'wide') {
    return {
      shape,
      buyers: 60,
      bridges: 3,
      rows: 300,
      quietRows: null,
      toFirstBuyer: 0.45,
      pageCaps: [1, 3, 20, 150],
      quietTicks: null,
      mostEvents: 1_500_000,
    };
  }
  const buyers = dice.pick([1, 1, 2, 2, 3]);
  const bridges = dice.between(1, 2);
  if (shape === 'plain') return { ...few, shape, buyers, bridges, mostEvents: 60_000 };
  return {
    ...few,
    shape,
    buyers,
    bridges,
    quietRows: 40,
    quietTicks: 10 * quarterHoursADay,
    mostEvents: 600_000,
  };
}
