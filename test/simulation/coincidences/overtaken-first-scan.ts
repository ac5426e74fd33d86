import { minute, type Plan } from '../plan/plan.ts';
import type { Dice } from '../world/dice.ts';
import type { Coincidence } from './coincidence.ts';
import { longBefore, quietTick, replaceRows, withoutTrouble } from './quiet-plan.ts';

/**
 * Two first scans of a buyer at once. One stands still after it asked what is known of the buyer; the other turns the
 * buyer LIVE meanwhile, and then a row arrives: it is news, although a first scan finds it.
 */
export function overtakeFirstScan(dice: Dice, plan: Plan): { plan: Plan; coincidence: Coincidence } {
  const { start } = plan;
  const ticks = [0, 16, 32, 48].map((minutes) => quietTick(start + minutes * minute));
  const doubled = ticks.map((tick, index) => (index === 0 ? { ...tick, polls: 2 } : tick));
  const calm = withoutTrouble({ ...plan, ticks: doubled });
  const old = [longBefore(dice, plan), longBefore(dice, plan), longBefore(dice, plan)];
  const fresh = Array.from({ length: 6 }, () => start + dice.between(10_000, 200_000));
  return {
    plan: {
      ...replaceRows(dice, calm, [...old, ...fresh]),
      configs: calm.configs.map((config) => ({
        ...config,
        watch: { ...config.watch, firstRun: 'baseline' as const },
      })),
      indexLagMs: 0,
    },
    coincidence: { name: 'overtaken first scan', stalls: { from: start, until: start + 10_000 } },
  };
}
