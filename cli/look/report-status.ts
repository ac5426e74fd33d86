import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { highestRate } from '../../shared/domain/upstream/request-rate.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { RefusedBuyer } from '../../shared/ledger/polling/due-buyers.ts';
import type { QueueDepth } from '../aws/queue-depths.ts';
import { countDigests, isoOrNull, type RouteRow } from '../words/route-row.ts';

interface Place {
  /** null for the state of this machine. */
  readonly stage: string | null;
  /** Whether a process runs on the state of this machine; null for a stage. */
  readonly running: boolean | null;
  /** null on one machine, where the queues end with the process. */
  readonly queues: readonly QueueDepth[] | null;
}

/** Printed by `status --json` under these names, with its needs; times in ISO 8601. */
export type StatusReport = Awaited<ReturnType<typeof reportStatus>>;

export async function reportStatus(
  ledger: Ledger,
  config: SignalpostConfig,
  rows: readonly RouteRow[],
  { stage, running, queues }: Place,
  now: number,
) {
  const [lastTickAt, { news }, upstream, summaries, buyers] = await Promise.all([
    ledger.readLastTick(),
    ledger.readTallies(now),
    ledger.readUpstream('lists'),
    ledger.readUpstream('summaries'),
    listBuyers(ledger, config.watch),
  ]);
  const { refused, notFound } = await ledger.findUnread([...buyers].sort());
  const paused = upstream.pauseReason !== null && upstream.pausedUntil > now;
  return {
    stage,
    at: isoTime(now),
    running,
    /** When the last round of polls began, or was skipped because the API is paused. */
    lastTickAt: isoOrNull(lastTickAt),
    lastNewSignalAt: isoOrNull(news?.lastNewAt ?? null),
    buyersKnown: buyers.size,
    buyersRefused: refused.map(tellRefused),
    /** Each poll of them was answered with 404. */
    buyersNotFound: notFound,
    api: {
      /** The request rate that its 429s permit now. */
      callsPerSecond:
        Math.round(Math.min(upstream.perSecond, config.api.callsPerSecond ?? highestRate) * 10) / 10,
      /** Polling is paused until then; null if it is not paused. */
      pausedUntil: paused ? isoTime(upstream.pausedUntil) : null,
      pauseReason: paused ? upstream.pauseReason : null,
      /** No summary is requested until then, while everything else continues; null if summaries are requested. */
      summariesPausedUntil: isoAfter(Math.max(summaries.pausedUntil, summaries.heldUntil), now),
    },
    routes: rows.map(summaryOf),
    queues,
  };
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

function tellRefused({ buyerId, since, nextTryAt }: RefusedBuyer) {
  return {
    buyerId,
    since: isoTime(since),
    nextTryAt: isoTime(nextTryAt),
  };
}

function isoAfter(time: number, now: number): string | null {
  return time > now ? isoTime(time) : null;
}

function summaryOf(row: RouteRow) {
  const { waiting, kept, misplaced, dead } = countDigests(row);
  const { digests: _, ...rest } = row;
  return {
    ...rest,
    digestsWaiting: waiting,
    /** Kept while the route is disabled. */
    digestsKept: kept,
    /** Kept because the config's route of that name has another kind of destination. */
    digestsMisplaced: misplaced,
    /** Failed for good: every attempt failed, or the destination rejected it permanently. */
    digestsDead: dead,
  };
}
