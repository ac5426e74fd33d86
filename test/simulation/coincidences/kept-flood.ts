import { hour, minute, type Plan } from '../plan/plan.ts';
import type { Dice } from '../world/dice.ts';
import type { Coincidence } from './coincidence.ts';
import { longBefore, quietTick, replaceRows, withoutTrouble } from './quiet-plan.ts';

/**
 * A route whose flood rule drops is disabled by its first digest, and then gets more signals than its rule allows. An
 * operator resumes it while new signals keep arriving.
 */
export function keepFlood(dice: Dice, plan: Plan): { plan: Plan; coincidence: Coincidence } {
  const { start } = plan;
  const ticks = [0, 16, 32, 48, 64].map((minutes, index) => {
    return { ...quietTick(start + minutes * minute), operator: index === 2 ? ('resume' as const) : null };
  });
  const calm = withoutTrouble({ ...plan, ticks });
  const [config] = calm.configs as [Plan['configs'][number]];
  const flood = { over: 2, show: 1, rest: 'drop' as const };
  const [first] = config.routes as [(typeof config.routes)[number]];
  const dropping = { ...first, when: 'immediately' as const, flood };
  const routes = [{ ...dropping, match: {} }];
  const arriving = (count: number, from: number): number[] =>
    Array.from({ length: count }, () => start + from * minute + dice.between(0, 10 * minute));
  const arrivals = [longBefore(dice, plan), ...arriving(dice.between(3, 5), 2), ...arriving(3, 20)];
  return {
    plan: {
      ...replaceRows(dice, calm, arrivals),
      configs: [
        {
          ...config,
          routes,
          watch: { ...config.watch, firstRun: 'send-all' as const },
          hot: { topByHotness: 0, columns: [] },
        },
      ],
      indexLagMs: 0,
    },
    coincidence: {
      name: 'kept flood',
      gone: { from: start - hour, until: start + 31 * minute, routeId: first.id },
    },
  };
}
