import { createDice, type Dice } from '../parts/dice.ts';
import type { Plan } from '../parts/plan.ts';
import { routing } from './change-configs.ts';
import { failing } from './plan-answers.ts';

const mostLargeRows = 2;

/** Makes some worlds fill up. The rest of the plan stays as it was drawn. */
export function planGrowth(seed: number, plan: Omit<Plan, 'growth'>): Plan {
  const dice = createDice(seed, 15);
  const entriesAtOnce = dice.chance(0.1) ? dice.between(1, 3) : undefined;
  const isHeldUp = entriesAtOnce !== undefined && dice.chance(0.5);
  const isLarge = dice.chance(0.02);
  // Every other such world looks no further than it keeps.
  const entriesAhead = entriesAtOnce !== undefined && isHeldUp ? entriesAtOnce : undefined;
  const pagesAtOnce = planDepth(createDice(seed, 64), plan);
  const growth = { entriesAtOnce, entriesAhead, pagesAtOnce, summaryLength: isLarge ? 70_000 : 7 };
  const quietTicks = pagesAtOnce === undefined ? plan.quietTicks : Math.max(plan.quietTicks, 9);
  const grown = { ...plan, growth, quietTicks, ...(isLarge ? { rows: enlarge(plan.rows, dice) } : {}) };
  return isHeldUp ? holdUp(grown) : grown;
}

/** Some outboxes are larger than a reading. A hot signal then waits for sweeps. */
function planDepth(dice: Dice, { shape, composesAtOnce }: Omit<Plan, 'growth'>): number | undefined {
  return shape === 'plain' && !composesAtOnce && dice.chance(0.05) ? dice.pick([1, 1, 2]) : undefined;
}

/** A few rows with more text than an item takes. */
function enlarge(rows: Plan['rows'], dice: Dice): Plan['rows'] {
  const large = new Set(Array.from({ length: mostLargeRows }, () => dice.between(0, rows.length)));
  return rows.map((row) => (large.has(row.index) ? { ...row, large: true } : row));
}

/** Hot signals wait for summaries that never come, for as long as they may, in front of what could go out. */
function holdUp(plan: Plan): Plan {
  const configs = routing(plan.configs, (route) => ({ ...route, match: {} })).map((config) => ({
    ...config,
    hot: { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 80 }] },
    summaries: { waitAtMost: '2 hours' as const },
  }));
  return { ...plan, configs, answers: [...plan.answers, ...failing('summary', 500)] };
}
