import type { BridgeMark, PollPlan } from '../../shared/domain/announcing.ts';
import { isTokenRejection } from '../../shared/domain/errors.ts';
import type { Look, LookProblem } from './look-at-rows.ts';
import type { FailedBridge, PlanPollsPorts } from './ports.ts';

export interface GatherRequest {
  readonly slot: string;
  /** Bridges to look at beside the watched ones. */
  readonly learned: readonly string[];
  readonly mostPages: number;
  /** Calls nobody, and gathers what is known. */
  readonly dryRun: boolean;
}

/** What the bridges say about who is watched and who is due. */
export interface Gathered {
  /** Everyone who is watched. */
  readonly buyers: ReadonlySet<string>;
  readonly named: ReadonlySet<string>;
  readonly marks: readonly BridgeMark[];
  readonly failed: readonly FailedBridge[];
  /** Why the rows don't tell who is due; null when they do. */
  readonly everyone: string | null;
  /** Upstream was paused on the way. */
  readonly paused: string | null;
}

const problemWords: Readonly<Record<LookProblem, (bridgeId: string) => string>> = {
  'first-look': (id) => `the rows of bridge ${id} are looked at for the first time`,
  unsorted: (id) => `the rows of bridge ${id} do not tell what changed`,
  'too-many': (id) => `more rows of bridge ${id} changed than are read`,
};

/** Looks at the rows of each bridge in turn. Only a watched bridge widens who is watched. */
export async function gatherFromBridges(
  ports: PlanPollsPorts,
  known: PollPlan['marks'],
  { slot, learned, mostPages, dryRun }: GatherRequest,
): Promise<Gathered> {
  const { watch } = ports;
  const buyers = new Set(watch.buyers);
  const named = new Set<string>();
  const marks: BridgeMark[] = [];
  const failed: FailedBridge[] = [];
  let everyone: string | null = null;
  const gathered = (paused: string | null): Gathered => ({ buyers, named, marks, failed, everyone, paused });
  const enrol = (buyerIds: ReadonlySet<string>): void => {
    for (const buyerId of buyerIds) buyers.add(buyerId);
  };
  const take = (look: Look): void => {
    for (const buyerId of look.named) named.add(buyerId);
    marks.push(look.mark);
    if (look.problem !== null) everyone ??= problemWords[look.problem](look.mark.bridgeId);
  };
  const attempt = async (bridgeId: string, work: () => Promise<void>): Promise<boolean> => {
    try {
      await work();
      return true;
    } catch (error) {
      const problem = ports.upstreamProblem(error);
      if (problem === null) throw error;
      failed.push({ bridgeId, problem });
      const tokenRejected = isTokenRejection(error);
      ports.observe({ kind: 'plan-failed', slot, bridgeId, problem, tokenRejected });
      everyone ??= `bridge ${bridgeId} could not be read`;
      return false;
    }
  };

  for (const bridgeId of watch.bridges) {
    const isFound = dryRun
      ? false
      : await attempt(bridgeId, async () => {
          const found = await ports.findBuyers(known.get(bridgeId) ?? unknown(bridgeId), mostPages);
          enrol(found.buyerIds);
          take(found.look);
        });
    if (!isFound) enrol(await ports.knownBuyers(bridgeId));
    // A bridge that failed may have opened the breaker: the buyers would only meet the pause one by one.
    const paused = failed.length > 0 ? await ports.pauseProblem() : null;
    if (paused !== null) return gathered(paused);
  }
  for (const bridgeId of dryRun ? [] : learned) {
    const mark = known.get(bridgeId) ?? unknown(bridgeId);
    const isRead = await attempt(bridgeId, async () => take(await ports.lookAtRows(mark, mostPages)));
    const paused = isRead ? null : await ports.pauseProblem();
    if (paused !== null) return gathered(paused);
  }
  return gathered(null);
}

function unknown(bridgeId: string): BridgeMark {
  return {
    bridgeId,
    seenAt: null,
    lookedAt: null,
    newestRowAt: null,
    newestSeenAt: null,
    unsortedAt: null,
  };
}
