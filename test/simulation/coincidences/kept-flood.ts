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
  const flooded = floodImmediately(dice, plan);
  const ticks = [0, 16, 32, 48, 64].map((minutes, index) => {
    return { ...quietTick(start + minutes * minute), operator: index === 2 ? ('resume' as const) : null };
  });
  return {
    plan: { ...flooded, ticks },
    coincidence: {
      name: 'kept flood',
      gone: { from: start - hour, until: start + 31 * minute, routeId: idOf(flooded) },
    },
  };
}

/**
 * A route whose flood rule drops is muted, and then gets more signals than its rule allows. The mute ends, or is ended,
 * a few minutes after the last of them were found, while new signals keep arriving.
 */
export function muteFlood(dice: Dice, plan: Plan): { plan: Plan; coincidence: Coincidence } {
  const { start } = plan;
  const flooded = floodImmediately(dice, plan);
  const route = { kind: 'route' as const, id: idOf(flooded) };
  const [at, end] = [start + dice.between(1, 14) * minute, start + dice.between(34, 39) * minute];
  const isEnded = dice.chance(0.5);
  const mute = { ...route, at, lastsMs: isEnded ? hour + end - at : end - at };
  return {
    plan: {
      ...flooded,
      ticks: [0, 16, 32, 42, 58].map((minutes) => quietTick(start + minutes * minute)),
      mutes: isEnded ? [mute, { ...route, at: end, lastsMs: null }] : [mute],
    },
    coincidence: { name: 'muted flood' },
  };
}

/** Signals arrive before the second and before the third tick, for one immediate route whose flood rule drops. */
function floodImmediately(dice: Dice, plan: Plan): Plan {
  const { start } = plan;
  const calm = withoutTrouble(plan);
  const [config] = calm.configs as [Plan['configs'][number]];
  const [first] = config.routes as [(typeof config.routes)[number]];
  const flood = { over: 2, show: 1, rest: 'drop' as const };
  const routes = [{ ...first, match: {}, when: 'immediately' as const, flood }];
  const arriving = (count: number, from: number): number[] =>
    Array.from({ length: count }, () => start + from * minute + dice.between(0, 10 * minute));
  const arrivals = [longBefore(dice, plan), ...arriving(dice.between(3, 5), 2), ...arriving(3, 20)];
  const watch = { ...config.watch, firstRun: 'send-all' as const };
  return {
    ...replaceRows(dice, calm, arrivals),
    configs: [{ ...config, routes, watch, hot: { topByHotness: 0, columns: [] } }],
    indexLagMs: 0,
  };
}

function idOf({ configs }: Plan): string {
  return configs[0]?.routes[0]?.id ?? '';
}
