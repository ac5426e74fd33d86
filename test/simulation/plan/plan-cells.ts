import type { Dice } from '../parts/dice.ts';
import type { Plan } from '../parts/plan.ts';

export function planCells(dice: Dice): Pick<Plan, 'cellKeys'> {
  return { cellKeys: dice.chance(0.08) ? dice.pick(['columnId', 'key'] as const) : 'name' };
}
