import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import type { Restless } from '../../shared/domain/polling/poll-plan.ts';
import { nextTryAt } from '../../shared/domain/polling/refusal.ts';
import { highestRate, rateOf } from '../../shared/domain/upstream/request-rate.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { QueueDepth } from '../aws/queue-depths.ts';
import { countDigests, describeRoutes, isoOrNull, type RouteRow } from '../words/route-row.ts';
import { findNeeds } from './find-needs.ts';
import type { RefusedBuyer, RouteSummary, StatusReport } from './status-report.ts';

export async function reportStatus(
  ledger: Ledger,
  config: SignalpostConfig,
  place: {
    readonly stage: string | null;
    readonly runner: StatusReport['runner'];
    readonly queues: readonly QueueDepth[] | null;
    readonly now: number;
  },
): Promise<StatusReport> {
  const { now, stage, runner, queues } = place;
  const [lastTickAt, { news }, upstream, summaries, buyers, marks, rows] = await Promise.all([
    ledger.readLastTick(),
    ledger.readTallies(now),
    ledger.readUpstream('lists'),
    ledger.readUpstream('summaries'),
    listBuyers(ledger, config.watch),
    ledger.readRestless(),
    describeRoutes(ledger, config.routes, now),
  ]);
  const paused = upstream.pauseReason !== null && upstream.pausedUntil > now;
  const report = {
    stage,
    at: isoTime(now),
    runner,
    lastTickAt: isoOrNull(lastTickAt),
    lastNewSignalAt: isoOrNull(news?.lastNewAt ?? null),
    buyersKnown: buyers.size,
    buyersRefused: listRefused(marks.refused, buyers),
    api: {
      callsPerSecond:
        Math.round(Math.min(rateOf(upstream), config.api.callsPerSecond ?? highestRate) * 10) / 10,
      pausedUntil: paused ? isoTime(upstream.pausedUntil) : null,
      pauseReason: paused ? upstream.pauseReason : null,
      summariesPausedUntil: isoAfter(Math.max(summaries.pausedUntil, summaries.heldUntil), now),
    },
    routes: rows.map(summaryOf),
    queues,
  };
  return { ...report, needs: findNeeds(report, rows, config) };
}

/** The buyers that the config or the rows of its bridges name, without those in `watch.except`. */
async function listBuyers(ledger: Ledger, watch: SignalpostConfig['watch']): Promise<ReadonlySet<string>> {
  const known = new Set(watch.buyers);
  for (const bridgeId of watch.bridges) {
    for (const buyerId of (await ledger.readRosterBuyers(bridgeId)).keys()) known.add(buyerId);
  }
  for (const buyerId of watch.except?.buyers ?? []) known.delete(buyerId);
  return known;
}

function listRefused(refused: Restless['refused'], watched: ReadonlySet<string>): RefusedBuyer[] {
  return [...refused]
    .filter(([buyerId]) => watched.has(buyerId))
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([buyerId, refusal]) => ({
      buyerId,
      status: refusal.status,
      since: isoTime(refusal.since),
      nextTryAt: isoTime(nextTryAt(refusal)),
    }));
}

function isoAfter(time: number, now: number): string | null {
  return time > now ? isoTime(time) : null;
}

function summaryOf(row: RouteRow): RouteSummary {
  const { waiting, kept, misplaced, dead } = countDigests(row);
  const { digests: _, ...rest } = row;
  return {
    ...rest,
    digestsWaiting: waiting,
    digestsKept: kept,
    digestsMisplaced: misplaced,
    digestsDead: dead,
  };
}
