import type { UpstreamRow } from '../world/upstream/upstream-row.ts';
import type { World } from '../world/world.ts';

/** I3: a signal whose column says that it is hot is written down as hot, whatever its cells are keyed by. */
export function checkHotness({ actor, oracle }: World, { plan }: UpstreamRow, isHot: boolean): void {
  const columns = actor?.config.hot.columns ?? [];
  // The row may have been read before its score was there.
  if (plan.unreadable || plan.scoredLate || isHot) return;
  if (columns.some(({ atLeast }) => plan.score >= atLeast)) {
    oracle.violate('I3', `row ${plan.index} with a score of ${plan.score} is recorded as not hot`);
  }
}
