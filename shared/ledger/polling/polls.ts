import type { Trouble } from '../../domain/alerts/facts.ts';
import type { AwaitedFacts, BridgeProof, ReadingFacts } from '../../domain/health/facts.ts';
import { lastWholeAt } from '../../domain/polling/roster.ts';
import type { Troubles } from '../alerts/troubles.ts';
import type { LedgerPorts } from '../table/table.ts';
import type { Upstream } from '../upstream/upstream.ts';
import type { Buyers } from './buyers.ts';
import { createNews } from './news.ts';
import { createPollPlan } from './poll-plan.ts';
import type { Rosters } from './rosters.ts';

interface ProofGroups {
  readonly buyers: Buyers;
  readonly rosters: Rosters;
  readonly upstream: Upstream;
  readonly awaited: { count(): Promise<AwaitedFacts> };
  readonly troubles: Troubles;
}

export function createPolls(ports: LedgerPorts, groups: ProofGroups) {
  const { buyers, rosters, upstream, awaited, troubles } = groups;
  const { fingerprintOf, readPlan, savePlan, readMark, learnBridges, noteUnannounced } =
    createPollPlan(ports);
  const { readNews, noteTick, noteNew } = createNews(ports);
  return {
    fingerprintOf,
    readPlan,
    savePlan,
    readMark,
    learnBridges,
    noteUnannounced,
    readNews,
    noteTick,
    noteNew,

    /** `noted`: the troubles of the polling, if they were read. */
    async readProof(
      { bridges }: { readonly bridges: readonly string[] },
      now: number,
      noted?: readonly Trouble[],
    ): Promise<ReadingFacts> {
      const [news, lists, dueSince, failing, waiting, { marks, buyers: watched }, problems] =
        await Promise.all([
          readNews(now),
          upstream.read('lists'),
          buyers.readFirstDue(now),
          buyers.readFailing(),
          awaited.count(),
          readPlan(),
          noted ?? troubles.list(null),
        ]);
      const failed = problems.find(({ kind, at }) => kind === 'poll-failed' && now - at < longestMs);
      const proofOf = async (bridgeId: string): Promise<BridgeProof> => {
        const mark = marks.get(bridgeId);
        // The next tick looks at it once its day is over.
        const isHourly = mark !== undefined && mark.unsortedAt !== null;
        const roster = isHourly ? await rosters.read(bridgeId) : null;
        const readAt = roster === null ? null : lastWholeAt(roster);
        const { lookedAt = null, wholeAt = null } = mark ?? {};
        const failingSince =
          mark?.failingSince ?? (roster?.reading?.failures ? roster.reading.startedAt : null);
        return { bridgeId, lookedAt, failingSince, readAt, wholeAt, isUnsorted: isHourly };
      };
      return {
        ...news,
        shownAt: lists.shownAt,
        isTokenRejected: lists.pauseReason === 'rejected',
        buyers: watched,
        dueSince,
        failing,
        awaited: waiting,
        bridges: await Promise.all(bridges.map(proofOf)),
        problem: failed === undefined ? null : `${failed.about}: ${failed.problem}`,
      };
    },
  };
}

/** An older one is not the cause of what is not proven now. */
const longestMs = 2 * 3_600_000;
