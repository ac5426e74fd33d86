import type { Dice } from '../parts/dice.ts';
import { hour, type Plan } from '../parts/plan.ts';

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
