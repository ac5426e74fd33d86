import type { Dice } from '../parts/dice.ts';
import { minute, type Plan } from '../parts/plan.ts';
import { watching } from '../plan/change-configs.ts';
import { longBefore, quietTick, replaceRows, sendingAtOnce, withoutTrouble } from './quiet-plan.ts';

const minutes = 10;
/** Two signals with that much text don't fit into one message. */
const textLength = 11_000;

/** Somebody stops a process on one machine, and starts it again, while destinations take their time to answer. */
export function stopInMidAttempt(dice: Dice, plan: Plan): Plan {
  const ticks = Array.from({ length: minutes }, (_, index) => ({
    ...quietTick(plan.start + index * minute),
    composeAfterMs: 20_000,
  }));
  const calm = withoutTrouble({ ...plan, buyers: plan.buyers.slice(0, 1), ticks });
  const arrivals = Array.from({ length: dice.between(4, 16) }, () => longBefore(dice, plan));
  const replaced = replaceRows(dice, calm, arrivals);
  const configs = sendingAtOnce(watching(calm.configs, { bridges: [] }));
  const stops = Array.from({ length: dice.between(1, 3) }, (_, index) => {
    return plan.start + 20_000 + index * 3 * minute + dice.between(0, 2 * minute);
  });
  return {
    ...replaced,
    rows: replaced.rows.map((row) => ({ ...row, textLength })),
    configs,
    pageCap: 150,
    indexLagMs: 0,
    skewMs: 0,
    quietTicks: 0,
    coincidence: { name: 'stop in mid-attempt', stops, answersMs: 19_000, isCalm: true },
  };
}
