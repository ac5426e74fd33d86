import { isForLists } from '../parts/answer-rules.ts';
import { noOddities } from '../parts/bridge-oddities.ts';
import type { Dice } from '../parts/dice.ts';
import { day, hour, minute, type Plan } from '../parts/plan.ts';
import type { UpstreamChange } from '../parts/row-plan.ts';
import { quietTick, replaceRows, sendingAtOnce } from './quiet-plan.ts';

/** In minutes after nine in the evening: what is sent in the first two hours is reminded of in the mornings. */
const slots = [0, 15, 30, 60, 75, 120, 123, 128, 625, 645, 660, 663, 667, 675, 692, 720, 780];

/**
 * Hot signals with deadlines of the next days are sent in the evening. People act on some, also while they are looked up,
 * and routes get recaps and reminders in two mornings. The weather and the faults are those of the world.
 */
export function describeWhatBecame(dice: Dice, plan: Plan): Plan {
  const start = Math.floor(plan.start / day) * day + 21 * hour;
  const evening = slots.map((minutes) => start + minutes * minute);
  const morning = slots.slice(-9).map((minutes) => start + day + minutes * minute);
  const ticks = [...evening, ...morning].map((slot, index) => ({
    ...quietTick(slot),
    sweeps: dice.pick([0, 1, 1, 2]),
    // Half of what happens by night falls between two looks.
    polls: index < 6 ? 1 : 0,
    composes: [],
    losesMessages: dice.chance(0.05),
    operator: dice.chance(0.05) ? ('resend' as const) : null,
  }));
  const arrivals = Array.from({ length: dice.between(2, 7) }, () => start + dice.between(-30, 75) * minute);
  const replaced = replaceRows(dice, { ...plan, start, ticks, changes: [] }, arrivals);
  const rows = replaced.rows.map((row) => ({
    ...row,
    due: new Date(start + dice.between(2, 6) * day).toISOString().slice(0, 10),
    score: dice.pick([80, 95, 95, 10]),
  }));
  const acts = rows.flatMap(({ index: row }): UpstreamChange[] => {
    if (dice.chance(0.4)) return [];
    // At a report's time, or at any.
    const at = dice.chance(0.5)
      ? dice.pick(evening) + dice.between(0, 90_000)
      : start + dice.between(0, 36) * hour;
    const back = { at: at + dice.between(1, 60) * minute, row, kind: 'return' as const };
    return [{ at, row, kind: 'act' as const }, ...(dice.chance(0.2) ? [back] : [])];
  });
  const cron = dice.pick(['0 8 * * ? *', '0 8,23 * * ? *']);
  const configs = sendingAtOnce(plan.configs).map((config) => ({
    ...config,
    watch: { ...config.watch, buyers: plan.buyers, allEvery: '15 minutes', except: undefined },
    hot: { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 80 }] },
    routes: config.routes.map((route) => ({
      ...route,
      recap: { cron, timezone: 'UTC' },
      remind: ['2 days', '1 day', '4 days'],
      gather: undefined,
      timezone: 'UTC',
    })),
  }));
  const changes = [...replaced.changes, ...acts].sort((a, b) => a.at - b.at || a.row - b.row);
  return {
    ...replaced,
    rows,
    changes,
    configs: configs as Plan['configs'],
    putBack: null,
    reading: { ...plan.reading, swap: null },
    bridgeOddities: noOddities,
    answers: plan.answers.filter((rule) => !isForLists(rule)),
    outages: [],
    overfullUntil: null,
    coincidence: { name: 'what became' },
  };
}
