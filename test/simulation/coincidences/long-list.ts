import { minute, type Plan } from '../plan/plan.ts';
import type { Dice } from '../world/dice.ts';
import type { Coincidence } from './coincidence.ts';
import { longBefore, quietTick, replaceRows, withoutTrouble } from './quiet-plan.ts';

/** A list that is too long for one invocation: each continues where the one before it ended. */
export function lengthenList(dice: Dice, plan: Plan): { plan: Plan; coincidence: Coincidence } {
  const ticks = [0, 16, 32, 48].map((minutes) => quietTick(plan.start + minutes * minute));
  const [buyerId] = plan.buyers as [string];
  const calm = withoutTrouble({ ...plan, buyers: [buyerId], ticks });
  const arrivals = Array.from({ length: dice.between(510, 560) }, () => longBefore(dice, plan));
  return {
    plan: {
      ...replaceRows(dice, calm, arrivals),
      configs: calm.configs.map((config) => ({
        ...config,
        watch: { ...config.watch, firstRun: 'send-all' as const },
        hot: { ...config.hot, topByHotness: 0 },
      })),
      summaries: plan.summaries.slice(0, 1),
      quietTicks: 9,
      mostEvents: 300_000,
      indexLagMs: 0,
    },
    // An invocation has time for twenty to thirty pages of twenty signals.
    coincidence: { name: 'long list', listMs: dice.between(11_500, 13_000) },
  };
}
