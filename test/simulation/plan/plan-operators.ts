import type { Dice } from '../world/dice.ts';
import type { Tick } from './tick.ts';

/** A world whose destinations often want no more, and whose operator ends commands before they are through. */
export interface OperatorPlan {
  /** An operator's command makes this many calls at most, and is gone. Null lets each run to its end. */
  readonly callsBeforeCut: number | null;
  readonly gone: number | null;
  readonly ticks: readonly Tick[];
}

export function planOperators(dice: Dice, ticks: readonly Tick[]): OperatorPlan {
  if (!dice.chance(0.06)) return { callsBeforeCut: null, gone: null, ticks };
  return {
    callsBeforeCut: dice.between(1, 4),
    gone: 0.4,
    ticks: ticks.map((tick) => ({
      ...tick,
      operator: dice.chance(0.6) ? dice.pick(['resume', 'resend'] as const) : tick.operator,
    })),
  };
}
