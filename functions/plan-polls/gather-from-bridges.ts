import type { BridgeMark, PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import type { Roster } from '../../shared/domain/polling/roster.ts';
import { beginAnywhere } from './choose-due.ts';
import type { BuyerFinder } from './find-buyers.ts';
import { createGathering, type Gathered } from './gathering.ts';
import type { PlanPollsPorts } from './ports.ts';
import { probeUpstream } from './probe-upstream.ts';

export interface GatherRequest {
  readonly slot: string;
  /** Bridges whose newest rows to read besides the watched bridges. */
  readonly learned: readonly string[];
  readonly mostPages: number;
  /** Makes no calls, and reads no rows. */
  readonly dryRun: boolean;
}

/** Reads the rows of each bridge in turn. Only watched bridges add watched buyers. */
export async function gatherFromBridges(
  ports: PlanPollsPorts,
  { marks: known }: Pick<PollPlan, 'marks'>,
  { slot, learned, mostPages, dryRun }: GatherRequest,
): Promise<Gathered> {
  const { watch } = ports;
  const rosters = await readRosters(ports);
  const { take, miss, attempt, gathered } = createGathering(ports, slot, rosters);
  const excepted = new Set(watch.except?.buyers);
  const markOf = (bridgeId: string): BridgeMark => known.get(bridgeId) ?? noMark(bridgeId);
  if (dryRun) return gathered(null);
  const paused = await probeUpstream(ports);
  if (paused !== null) return gathered(paused);
  const configured = new Set(watch.buyers);
  // Other bridges' rosters do not count: their first reading may have found the buyer before this bridge could.
  const mayBeNewcomer = (buyerId: string): boolean => !configured.has(buyerId) && !excepted.has(buyerId);
  const finders = new Map<string, BuyerFinder>();
  for (const [bridgeId, roster] of rosters) {
    const finder = ports.findBuyers(markOf(bridgeId), roster, { mostPages, mayBeNewcomer });
    const { isDone, paused } = await attempt(bridgeId, finder.look);
    if (paused !== null) return gathered(paused);
    if (isDone) finders.set(bridgeId, finder);
    else miss(bridgeId);
  }
  for (const bridgeId of beginAnywhere(learned, ports.clock.now())) {
    const { paused } = await attempt(bridgeId, async () => {
      const look = await ports.lookAtRows(markOf(bridgeId), mostPages);
      take(look, false);
      return look.failure;
    });
    if (paused !== null) return gathered(paused);
  }
  // Last, since it can take all the remaining time.
  for (const [bridgeId, { readThrough, found }] of finders) {
    const { paused } = await attempt(bridgeId, readThrough);
    if (paused !== null) return gathered(paused);
    take(found(), true);
  }
  return gathered(null);
}

/** Starts with another bridge each time: a slow or failing bridge can take the time of those after it. */
async function readRosters({ clock, watch, readRoster }: PlanPollsPorts): Promise<Map<string, Roster>> {
  const rosters = new Map<string, Roster>();
  for (const bridgeId of beginAnywhere(watch.bridges, clock.now())) {
    rosters.set(bridgeId, await readRoster(bridgeId));
  }
  return rosters;
}

function noMark(bridgeId: string): BridgeMark {
  return {
    bridgeId,
    seenAt: null,
    lookedAt: null,
    newestRowAt: null,
    newestSeenAt: null,
    unsortedAt: null,
    failingSince: null,
  };
}
