import { day, minute, type Plan } from '../plan/plan.ts';
import type { Dice } from '../world/dice.ts';
import type { Coincidence } from './coincidence.ts';
import { longBefore, quietTick, replaceRows, withoutTrouble } from './quiet-plan.ts';

/**
 * A slot sends its ready signals, and others wait for a summary. Then nothing runs until the slot's digests have
 * expired: the digests of the remaining signals must not get the same ids.
 */
export function beLateByAMonth(dice: Dice, plan: Plan): { plan: Plan; coincidence: Coincidence } {
  const first = { ...quietTick(plan.start), composeAfterMs: 2 * minute, sweeps: 0 };
  const sweepOnly = { ...quietTick(plan.start + 45 * day), polls: 0, composes: [0, 0, 0] };
  const last = quietTick(sweepOnly.slot + 15 * minute);
  const calm = withoutTrouble({ ...plan, ticks: [first, sweepOnly, last] });
  const replaced = replaceRows(
    dice,
    calm,
    Array.from({ length: 6 }, () => longBefore(dice, plan)),
  );
  // Once a year, and not soon: a newer slot would be made up for in place of the one that is late.
  const month = new Date(plan.start - 60 * day).getUTCMonth() + 1;
  return {
    plan: {
      ...replaced,
      rows: replaced.rows.map((row, index) => ({ ...row, score: index % 2 === 0 ? 95 : 10 })),
      configs: calm.configs.map((config) => ({
        ...config,
        watch: { ...config.watch, firstRun: 'send-all' as const },
        hot: { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 80 }] },
        summaries: { waitAtMost: '2 hours' as const },
        routes: config.routes.map((route) => ({
          ...route,
          match: {},
          when: { cron: `0 8 1 ${month} ? *`, timezone: 'UTC' },
          flood: 'off' as const,
        })),
      })),
      indexLagMs: 0,
      summaryTrouble: 500,
    },
    coincidence: { name: 'late by a month' },
  };
}
