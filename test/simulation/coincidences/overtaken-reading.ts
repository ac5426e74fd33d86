import { type Dice, makeId } from '../parts/dice.ts';
import { minute, type Plan } from '../parts/plan.ts';
import { watching } from '../plan/change-configs.ts';
import { doubledTicks, longBefore, replaceRows, withoutTrouble } from './quiet-plan.ts';

/**
 * Two first ticks at once. One stands still after it asked who is known of a bridge; the other finds its buyers and
 * reads it through meanwhile. Then the first one meets buyers that it does not know: those that were there are no
 * newcomers, and one that came since is. The poll queue is away until then, so that no first scan has begun.
 */
export function overtakeReading(dice: Dice, plan: Plan): Plan {
  const { start } = plan;
  const calm = withoutTrouble({ ...plan, ticks: doubledTicks(start) });
  const old = Array.from({ length: 4 }, () => longBefore(dice, plan));
  const fresh = Array.from({ length: 2 }, () => start + dice.between(10_000, 100_000));
  const replaced = replaceRows(dice, calm, [...old, ...fresh]);
  const newcomer = makeId(dice);
  // A row with nothing but a late change looks like news where its buyer is taken for a new one.
  const touched = old.map((_, row) => ({ at: start - 10 * minute, row, kind: 'touch' as const }));
  return {
    ...replaced,
    changes: [...replaced.changes, ...touched],
    buyers: [...plan.buyers, newcomer],
    summaries: [...plan.summaries, 'ready'],
    rows: replaced.rows.map((row, index) =>
      index < old.length ? row : { ...row, buyerId: newcomer, rowLagMs: 0 },
    ),
    configs: calm.configs.map(({ watch: { except: _, ...watch }, ...config }) => ({
      ...config,
      watch: { ...watch, buyers: [], bridges: plan.bridges, firstRun: 'baseline' as const },
    })),
    indexLagMs: 0,
    coincidence: {
      name: 'overtaken reading',
      rowStalls: { from: start, until: start + 10_000 },
      polls: { from: start, until: start + 10 * minute },
    },
  };
}

/**
 * Two first scans of a buyer at once. One stands still after it asked what is known of the buyer; the other turns the
 * buyer LIVE meanwhile, and then a row arrives: it is news, although a first scan finds it.
 */
export function overtakeFirstScan(dice: Dice, plan: Plan): Plan {
  const { start } = plan;
  const calm = withoutTrouble({ ...plan, ticks: doubledTicks(start) });
  const old = [longBefore(dice, plan), longBefore(dice, plan), longBefore(dice, plan)];
  const fresh = Array.from({ length: 6 }, () => start + dice.between(10_000, 200_000));
  return {
    ...replaceRows(dice, calm, [...old, ...fresh]),
    configs: watching(calm.configs, { firstRun: 'baseline' }),
    indexLagMs: 0,
    coincidence: { name: 'overtaken first scan', stalls: { from: start, until: start + 10_000 } },
  };
}
