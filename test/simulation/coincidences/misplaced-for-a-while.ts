import { minute, type Plan } from '../plan/plan.ts';
import type { Dice } from '../world/dice.ts';
import type { Coincidence } from './coincidence.ts';
import { longBefore, quietTick, replaceRows, withoutTrouble } from './quiet-plan.ts';

/** Digests wait for a destination that fails, while a deploy leaves their routes out and the next one brings them back. */
export function misplaceForAWhile(dice: Dice, plan: Plan): { plan: Plan; coincidence: Coincidence } {
  const { start } = plan;
  const ticks = [0, 16, 32, 48, 64].map((minutes, index) => {
    const tick = { ...quietTick(start + minutes * minute), deploys: index === 1 || index === 2, sweeps: 2 };
    return index === 0 ? tick : { ...tick, polls: 0, composes: [] };
  });
  const calm = withoutTrouble({ ...plan, ticks });
  const [config] = calm.configs as [Plan['configs'][number]];
  const routes = config.routes.map((route) => ({
    ...route,
    match: {},
    when: 'immediately' as const,
    flood: 'off' as const,
  }));
  const whole = {
    ...config,
    routes,
    watch: { ...config.watch, firstRun: 'send-all' as const },
    hot: { topByHotness: 0, columns: [] },
  };
  const arrivals = Array.from({ length: 4 }, () => longBefore(dice, plan));
  return {
    plan: {
      ...replaceRows(dice, calm, arrivals),
      configs: [whole, { ...whole, routes: routes.slice(1) }, whole],
      indexLagMs: 0,
    },
    coincidence: { name: 'misplaced for a while', posts: { from: start, until: start + 15 * minute } },
  };
}
