import type { BridgeMark, PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import type { Roster } from '../../shared/domain/polling/roster.ts';
import { beginAnywhere } from './choose-announcers.ts';
import { type BuyerFinder, createFinder } from './find-buyers.ts';
import { createGathering, type Gathered } from './gathering.ts';
import { lookAtRows } from './look-at-rows.ts';
import type { TickPorts } from './ports.ts';
import { probeUpstream } from './probe-upstream.ts';

export interface GatherRequest {
  readonly slot: string;
  /** Bridges whose newest rows to read besides the watched bridges. */
  readonly learned: readonly string[];
  readonly mostPages: number;
  readonly allRows: boolean;
  /** Makes no calls, and reads no rows. */
  readonly dryRun: boolean;
}

/** Reads the rows of each bridge in turn. Only watched bridges add watched buyers. */
export async function gatherFromBridges(
  ports: TickPorts,
  { marks: known }: Pick<PollPlan, 'marks'>,
  { slot, learned, mostPages, allRows, dryRun }: GatherRequest,
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
  const limits = { mostPages, allRows, mayBeNewcomer, deadline: ports.deadline };
  const finders = new Map<string, BuyerFinder>();
  for (const [bridgeId, roster] of rosters) {
    const finder = createFinder(ports, markOf(bridgeId), roster, limits);
    const { isDone, paused } = await attempt(bridgeId, finder.look);
    if (paused !== null) return gathered(paused);
    if (isDone) finders.set(bridgeId, finder);
    else miss(bridgeId);
  }
  for (const bridgeId of beginAnywhere(learned, ports.clock.now())) {
    const { paused } = await attempt(bridgeId, async () => {
      const look = await lookAtRows(ports, markOf(bridgeId), limits);
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
async function readRosters({ clock, watch, ledger }: TickPorts): Promise<Map<string, Roster>> {
  const rosters = new Map<string, Roster>();
  for (const bridgeId of beginAnywhere(watch.bridges, clock.now())) {
    rosters.set(bridgeId, await ledger.readRoster(bridgeId));
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
