import { upstreamProblem } from '../../shared/domain/describe-error.ts';
import type { BridgeMark, PollPlan } from '../../shared/domain/polling/poll-plan.ts';
import type { Roster } from '../../shared/domain/polling/roster.ts';
import { beginAnywhere, type chooseAnnouncers } from './choose-announcers.ts';
import { type BuyerFinder, createFinder } from './find-buyers.ts';
import type { FailedBridge, PollTick, TickPorts } from './ports.ts';
import { pauseProblem } from './probe-upstream.ts';
import { type ChangedRows, type RowsProblem, readChangedRows } from './read-changed-rows.ts';

/** Only watched bridges add watched buyers. A dry run makes no calls, and reads no rows. */
export async function gatherFromBridges(
  ports: TickPorts,
  { marks: known }: Pick<PollPlan, 'marks'>,
  { slot, allRows, dryRun }: Pick<PollTick, 'slot' | 'allRows' | 'dryRun'>,
  { learned, mostPages }: Pick<ReturnType<typeof chooseAnnouncers>, 'learned' | 'mostPages'>,
) {
  const { watch } = ports;
  const rosters = await readRosters(ports);
  const { take, attempt, gathered } = createGathering(ports, slot);
  const excepted = new Set(watch.except?.buyers);
  const markOf = (bridgeId: string): BridgeMark => known.get(bridgeId) ?? noMark(bridgeId);
  if (dryRun) return gathered();
  const configured = new Set(watch.buyers);
  // Rosters of other bridges do not count: their first reading may have found the buyer before this bridge could.
  const isExcepted = (buyerId: string): boolean => excepted.has(buyerId);
  const mayBeNewcomer = (buyerId: string): boolean => !configured.has(buyerId) && !isExcepted(buyerId);
  const limits = { mostPages, allRows, mayBeNewcomer, isExcepted, deadline: ports.deadline };
  const finders = new Map<string, BuyerFinder>();
  for (const [bridgeId, roster] of rosters) {
    const finder = createFinder(ports, markOf(bridgeId), roster, limits);
    if (await attempt(bridgeId, finder.readChanged)) finders.set(bridgeId, finder);
  }
  for (const bridgeId of beginAnywhere(learned, ports.clock.now())) {
    await attempt(bridgeId, async () => {
      const changed = await readChangedRows(ports, markOf(bridgeId), limits);
      take(changed, false);
      return changed.failure;
    });
  }
  // Reading all rows comes last, since it can take all the remaining time.
  for (const [bridgeId, { readThrough, found }] of finders) {
    await attempt(bridgeId, readThrough);
    if (gathered().paused === null) take(found(), true);
  }
  return gathered();
}

/** Another bridge comes first each time: a slow or failing one can take the time of those after it. */
async function readRosters({ clock, watch, ledger }: TickPorts): Promise<Map<string, Roster>> {
  const rosters = new Map<string, Roster>();
  for (const bridgeId of beginAnywhere(watch.bridges, clock.now())) {
    rosters.set(bridgeId, await ledger.rosters.read(bridgeId));
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
    wholeAt: null,
  };
}

export type Gathered = Awaited<ReturnType<typeof gatherFromBridges>>;

const problemWords: Readonly<Record<RowsProblem, (bridgeId: string) => string>> = {
  'first-look': (id) => `the rows of bridge ${id} are read for the first time`,
  unsorted: (id) => `the rows of bridge ${id} are not sorted by last change`,
  failed: (id) => `the newest rows of bridge ${id} could not be read`,
  'too-many': (id) => `too many rows of bridge ${id} changed to read them all`,
};

function createGathering(ports: TickPorts, slot: string) {
  const named = new Set<string>();
  /** Named buyers that are in the roster of a watched bridge for certain. */
  const met = new Set<string>();
  const marks: BridgeMark[] = [];
  const failed: FailedBridge[] = [];
  /** Null while the rows decide who is due. */
  let everyone: string | null = null;
  let paused: string | null = null;
  return {
    /** `isWatched`: the bridge has a roster, and the buyers of these rows are in it. */
    take(changed: ChangedRows, isWatched: boolean): void {
      for (const buyerId of changed.named) {
        named.add(buyerId);
        if (isWatched) met.add(buyerId);
      }
      marks.push(changed.mark);
      if (changed.problem !== null) everyone ??= problemWords[changed.problem](changed.mark.bridgeId);
    },

    /** Reports a failure, and begins nothing once upstream is paused. Rethrows errors that upstream did not cause. */
    async attempt(bridgeId: string, work: () => Promise<unknown>): Promise<boolean> {
      if (paused !== null) return false;
      const error = (await work().catch((thrown: unknown) => thrown)) ?? null;
      if (error === null) return true;
      const problem = upstreamProblem(error);
      failed.push({ bridgeId, problem });
      ports.observe({ kind: 'plan-failed', slot, bridgeId, problem });
      everyone ??= `bridge ${bridgeId} could not be read`;
      paused = await pauseProblem(ports);
      return false;
    },

    gathered: () => ({ named, met, marks, failed, everyone, paused }),
  };
}
