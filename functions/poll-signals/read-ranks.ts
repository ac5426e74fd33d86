import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { Place, Rank } from '../../shared/domain/signals/hotness.ts';
import { listCallMs } from '../../shared/domain/upstream/call-times.ts';
import { upstreamProblem } from '../../shared/domain/upstream/upstream-problem.ts';
import type { PollPorts } from './ports.ts';

export type RankOf = (signalId: string) => Rank;

export const noRanks: RankOf = () => 'unknown';

/** A few calls: a hanging Hotness order must not take the time of the other buyers in the message. */
export const longestMs = 4 * listCallMs;

/**
 * Reads the first places of a buyer's Hotness order, after its new signals were listed, so that the order includes
 * them. If this fails, the signals are recorded with an unknown rank; the order is not requested again in this poll,
 * and the failure is reported once.
 */
export function createRankReader(
  ports: PollPorts,
  buyerId: string,
  deadline: number,
): (period: ListingPeriod) => Promise<RankOf> {
  const { topByHotness } = ports.settings.hot;
  let hasFailed = false;

  return async (period) => {
    const ranks = new Map<string, Place>();
    const rankOf: RankOf = (id) => ranks.get(id) ?? (ranks.size < topByHotness ? 'unknown' : 'behind');
    if (topByHotness === 0 || hasFailed) return rankOf;
    const query = { buyerId, order: 'Hotness', period } as const;
    try {
      const until = Math.min(deadline, ports.clock.now() + longestMs);
      for await (const page of ports.signalPages(query, until)) {
        for (const { id } of page.items) {
          if (ranks.size >= topByHotness || ranks.has(id)) continue;
          const rank = ranks.size + 1;
          // A list that moves while it is read can count fewer signals than it shows.
          ranks.set(id, { rank, of: Math.max(page.totalItems, rank) });
        }
        if (ranks.size >= topByHotness) break;
      }
    } catch (error) {
      const problem = upstreamProblem(error);
      hasFailed = true;
      ports.observe({ kind: 'hotness-failed', buyerId, problem });
    }
    return rankOf;
  };
}
