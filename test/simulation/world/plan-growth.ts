import { createDice } from './dice.ts';
import type { Plan } from './plan.ts';

/** What grows: a small bound makes a few rows what thousands are to the real one. */
export interface GrowthPlan {
  /** How many outbox entries a composition reads in full at once; undefined leaves the function's own number. */
  readonly entriesAtOnce: number | undefined;
}

/** Makes some worlds fill up. The rest of the plan stays as it was drawn. */
export function planGrowth(seed: number, plan: Omit<Plan, 'growth'>): Plan {
  const dice = createDice(seed, 15);
  const growth = { entriesAtOnce: dice.chance(0.1) ? dice.between(1, 3) : undefined };
  const grown = { ...plan, growth };
  return growth.entriesAtOnce !== undefined && dice.chance(0.5) ? holdUp(grown) : grown;
}

/** Hot signals wait for summaries that never come, for as long as they may, in front of what could go out. */
function holdUp(plan: Plan): Plan {
  const configs = plan.configs.map((config) => ({
    ...config,
    hot: { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 80 }] },
    summaries: { waitAtMost: '2 hours' as const },
    routes: config.routes.map((route) => ({ ...route, match: {} })),
  }));
  return { ...plan, configs, summaryTrouble: 500 };
}
