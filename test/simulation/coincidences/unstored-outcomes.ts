import { minute, type Plan } from '../plan/plan.ts';
import type { Dice } from '../world/dice.ts';
import type { Coincidence } from './coincidence.ts';
import { longBefore, quietTick, replaceRows, withoutTrouble } from './quiet-plan.ts';

/** Destinations take what is sent, and for hours no sender can store that: a grant is lost, or a partition is too busy. */
export function leaveUnstored(dice: Dice, plan: Plan): { plan: Plan; coincidence: Coincidence } {
  const { start } = plan;
  const ticks = Array.from({ length: 16 }, (_, index) => {
    const tick = { ...quietTick(start + index * 15 * minute), sweeps: 2 };
    return index === 0 ? tick : { ...tick, polls: 0, composes: [] };
  });
  const calm = withoutTrouble({ ...plan, ticks });
  const configs = calm.configs.map((config) => ({
    ...config,
    routes: config.routes.map((route) => ({
      ...route,
      match: {},
      when: 'immediately' as const,
      flood: 'off' as const,
    })),
    watch: { ...config.watch, firstRun: 'send-all' as const },
    hot: { topByHotness: 0, columns: [] },
  }));
  const arrivals = Array.from({ length: 4 }, () => longBefore(dice, plan));
  return {
    plan: { ...replaceRows(dice, calm, arrivals), configs, indexLagMs: 0 },
    coincidence: { name: 'unstored outcomes', unstored: { from: start, until: start + 4 * 60 * minute } },
  };
}
