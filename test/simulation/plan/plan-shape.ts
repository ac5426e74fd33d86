import { createDice, type Dice } from '../parts/dice.ts';
import type { Shape } from '../parts/plan.ts';

export interface ShapePlan {
  readonly shape: Shape;
  readonly buyers: number;
  readonly bridges: number;
  /** Rows that come while faults are on. @default a few */
  readonly rows?: number;
  /** Rows that come in the quiet time after the faults. @default a few */
  readonly quietRows?: number;
  /** The part of the rows that the first buyer has, beside its share. @default 0 */
  readonly toFirstBuyer?: number;
  /** The sizes that the server may give its pages. @default small ones */
  readonly pageCaps?: readonly number[];
  /** Quarters of an hour that the schedules go on alone. @default drawn */
  readonly quietTicks?: number;
  readonly mostEvents: number;
}

const quarterHoursADay = 96;

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
      toFirstBuyer: 0.45,
      pageCaps: [1, 3, 20, 150],
      mostEvents: 1_500_000,
    };
  }
  const buyers = dice.pick([1, 1, 2, 2, 3]);
  const bridges = dice.between(1, 2);
  if (shape === 'plain') return { shape, buyers, bridges, mostEvents: 60_000 };
  return {
    shape,
    buyers,
    bridges,
    quietRows: 40,
    quietTicks: 10 * quarterHoursADay,
    mostEvents: 600_000,
  };
}
