import type { Dice } from '../world/dice.ts';
import type { Shape } from './plan-shape.ts';
import type { Tick } from './tick.ts';

const minute = 60_000;

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
