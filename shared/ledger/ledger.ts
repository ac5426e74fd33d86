import type {
  DigestClaim,
  DigestPointer,
  DigestState,
  FrozenDigest,
  Settlement,
} from '../domain/digests/delivery.ts';
import type { HeartbeatMark } from '../domain/digests/heartbeat.ts';
import type { GrantedPlace } from '../domain/digests/in-flight.ts';
import type { BridgeMark } from '../domain/polling/poll-plan.ts';
import type { Refusal } from '../domain/polling/refusal.ts';
import type { RosterProgress } from '../domain/polling/roster.ts';
import type { LateSlot, RegisteredRoute } from '../domain/routes/pending.ts';
import type { DestinationSettings } from '../domain/routes/route.ts';
import type { SetAside } from '../domain/signals/flood.ts';
import type { KnownSummary, OutboxEntry } from '../domain/signals/outbox.ts';
import type { BuyerState, CutOffScan, NewSignal, ScanCompletion } from '../domain/signals/recording.ts';
import type { SummaryAnswer, SummaryClaim } from '../domain/signals/summary.ts';
import type { Tally } from '../domain/tally.ts';
import type { Lane, PauseReason } from '../domain/upstream/breaker.ts';
import { listOwed, listUndelivered } from './digests/digest-listing.ts';
import * as digests from './digests/digests.ts';
import { listDue, listDueKeys } from './digests/due.ts';
import { type HandOver, handOver } from './digests/hand-over.ts';
import * as inFlight from './digests/in-flight.ts';
import { createDigestIds } from './digests/installation.ts';
import { readLatestDigests } from './digests/latest-digests.ts';
import { placeMisplaced } from './digests/place-misplaced.ts';
import { releaseResumed } from './digests/release-resumed.ts';
import * as replays from './digests/replay.ts';
import { restoreMarkKey } from './keys.ts';
import * as buyers from './polling/buyers.ts';
import * as cutOffs from './polling/cut-off-scans.ts';
import * as polls from './polling/polls.ts';
import * as refusals from './polling/refusals.ts';
import * as rosters from './polling/rosters.ts';
import { type GrantedAccess, probeGrants } from './probe-grants.ts';
import * as heartbeats from './routes/heartbeats.ts';
import * as pending from './routes/pending.ts';
import * as registry from './routes/route-registry.ts';
import * as routes from './routes/routes.ts';
import { keepDamaged } from './signals/archive-entry.ts';
import { countUnmatched, type UnmatchedQuery } from './signals/count-unmatched.ts';
import { countWaiting } from './signals/count-waiting.ts';
import { type Discard, discardPending } from './signals/discard.ts';
import * as flooded from './signals/flood-holding.ts';
import * as outbox from './signals/outbox.ts';
import * as signals from './signals/signals.ts';
import * as summaries from './signals/summaries.ts';
import { stringOf } from './table/read-item.ts';
import type { Table } from './table/table.ts';
import type { TryAgainPorts } from './table/try-again.ts';
import * as tallies from './tallies.ts';
import * as doubts from './upstream/token-doubt.ts';
import * as upstream from './upstream/upstream.ts';
import { readUpstream } from './upstream/upstream-item.ts';

export interface LedgerPorts extends TryAgainPorts {
  readonly table: Table;
}

export type Ledger = ReturnType<typeof createLedger>;

/**
 * The ledger's front door: what has been seen, what waits, what was frozen and sent. Each method is one step of
 * the protocol; the rules stand in the files beside this one, written once over the `Table` port. Times are
 * milliseconds since the epoch. Every method may throw `TableUnavailableError` once its tries are used up.
 */
export function createLedger(ports: LedgerPorts) {
  const { table } = ports;
  const registerRoutes = registry.createRegistrar(table, ports);
  const learnBridges = polls.createLearner(table, ports);
  return {
    readBuyer: (buyerId: string) => buyers.readBuyer(table, buyerId, ports.clock.now()),
    fingerprintOf: buyers.fingerprintOf,
    completeScan: (before: BuyerState, completion: ScanCompletion) =>
      buyers.completeScan(table, ports, before, completion),
    beginBaseline: (buyerId: string, now: number) => buyers.beginBaseline(table, ports, buyerId, now),

    readCutOff: (buyerId: string) => cutOffs.readCutOff(table, buyerId, ports.clock.now()),
    saveCutOff: (buyerId: string, scan: CutOffScan) => cutOffs.saveCutOff(table, ports, buyerId, scan),
    dropCutOff: (buyerId: string) => cutOffs.dropCutOff(table, ports, buyerId),

    isKnown: (signalId: string) => signals.isKnown(table, signalId),
    record: async (signal: NewSignal) => {
      await registerRoutes(signal.routeIds);
      return signals.recordSignal(table, ports, signal);
    },

    /** Every route that anything was ever recorded for, in the order of their ids. */
    listRoutes: () => registry.listRoutes(table),
    /** For routes of a table that was filled before there was a registry. */
    registerRoutes,
    describePending: (routeId: string, most?: number) => pending.describePending(table, routeId, most),
    /** What is pending for routes that the config has no more; `most` caps the counts, 1,000 unless told. */
    findVanished: (routeIds: readonly string[], most?: number) => pending.findVanished(table, routeIds, most),
    countVanished: (routeIds: readonly string[], most: number) =>
      pending.countVanished(table, routeIds, most),
    /** Gives what is pending for a route to another one. Throws `RouteBusyError` while a digest of it is being sent. */
    handOver: async (order: HandOver) => {
      await registerRoutes([order.to]);
      return handOver(table, ports, order);
    },
    /** Of what `handOver` would give to a route, how much its `match` would not take. */
    countUnmatched: (query: UnmatchedQuery) => countUnmatched(table, query, ports.clock.now()),
    /** Throws away what is pending for a route. Throws `RouteBusyError` while a digest of it is being sent. */
    discardPending: (order: Discard) => discardPending(table, ports, order),
    readOldestEntries: (routeId: string, now: number) => pending.readOldestEntries(table, routeId, now),

    readOutbox: (routeId: string, limit: number): Promise<OutboxEntry[]> =>
      outbox.readOutbox(table, routeId, limit),
    pageOutbox: (routeId: string) => outbox.pageOutbox(table, routeId),
    keepDamaged: (routeId: string, keys: readonly string[]) => keepDamaged(table, ports, routeId, keys),
    countWaiting: (routeId: string, now: number) => countWaiting(table, routeId, now),

    setAside: (aside: SetAside, now: number) => flooded.setAside(table, ports, aside, now),
    releaseHeld: (routeId: string) => flooded.releaseHeld(table, ports, routeId),
    countHeld: (routeId: string) => flooded.countHeld(table, routeId),
    countFlood: (routeId: string, floodId: number) => flooded.countFlood(table, routeId, floodId),
    openFlood: (routeId: string, until: number) => routes.openFlood(table, ports, routeId, until),
    closeFlood: (routeId: string, floodId: number) => routes.closeFlood(table, ports, routeId, floodId),

    requestSummary: (buyerId: string, now: number, askUntil: number) =>
      summaries.requestSummary(table, ports, buyerId, now, askUntil),
    claimSummary: (buyerId: string, now: number, leaseMs: number) =>
      summaries.claimSummary(table, buyerId, now, leaseMs),
    settleSummary: (claim: SummaryClaim, answer: SummaryAnswer, now: number) =>
      summaries.settleSummary(table, ports, claim, answer, now),
    readSummary: (buyerId: string): Promise<KnownSummary | undefined> =>
      summaries.readSummary(table, buyerId),

    digestIdOf: createDigestIds(table, ports),
    nextPart: (routeId: string, slot: string) => digests.nextPart(table, routeId, slot),
    freeze: async (digest: FrozenDigest, now: number) => {
      await registerRoutes([digest.routeId]);
      return digests.freezeDigest(table, ports, digest, now);
    },
    claimDigest: (pointer: DigestPointer, now: number, leaseMs: number) =>
      digests.claimDigest(table, pointer, now, leaseMs),
    settleDigest: (claim: DigestClaim, settlement: Settlement, now: number, attempted?: boolean) =>
      digests.settleDigest(table, ports, claim, settlement, now, attempted),
    /** `holder` names the claim: its digest and fence. */
    beginAttempt: (routeId: string, holder: string, now: number, leaseMs: number) =>
      inFlight.beginAttempt(table, ports, { routeId, holder }, now, leaseMs),
    endAttempt: (routeId: string, place: GrantedPlace, timedOut: boolean, now: number) =>
      inFlight.endAttempt(table, ports, routeId, place, timedOut, now),
    listUndelivered: (routeId: string) => listUndelivered(table, routeId),
    listOwed: (routeId: string) => listOwed(table, routeId),
    makeDue: (pointer: DigestPointer, from: readonly DigestState[], now: number) =>
      digests.makeDue(table, pointer, from, now),
    listDelivered: (routeId: string, since: number) => replays.listDelivered(table, routeId, since),
    replayDigest: (digest: replays.DeliveredDigest, now: number) =>
      replays.replayDigest(table, ports, digest, now),
    readLatestDigests: (most: number) => readLatestDigests(table, most, ports.clock.now()),

    readRoute: (routeId: string) => routes.readRoute(table, routeId),
    disableRoute: (routeId: string, reason: string, now: number) =>
      routes.disableRoute(table, routeId, reason, now),
    enableRoute: async (routeId: string, now: number) => {
      await registerRoutes([routeId]);
      return routes.enableRoute(table, ports, routeId, now);
    },
    markLate: (late: LateSlot, dueAt: number) => routes.markLate(table, late, dueAt),
    readLate: (routeId: string) => routes.readLate(table, routeId),
    clearLate: (late: LateSlot) => routes.clearLate(table, late),

    readRoster: (bridgeId: string) => rosters.readRoster(table, bridgeId, ports.clock.now()),
    readFirstFullAt: (bridgeId: string) => rosters.readFirstFullAt(table, bridgeId, ports.clock.now()),
    isInRoster: (bridgeId: string, buyerId: string) => rosters.isInRoster(table, bridgeId, buyerId),
    saveRosterBuyer: (bridgeId: string, buyerId: string, now: number) =>
      rosters.saveRosterBuyer(table, bridgeId, buyerId, now),
    dropRosterBuyer: (bridgeId: string, buyerId: string, seenAt: number) =>
      rosters.dropRosterBuyer(table, ports, bridgeId, buyerId, seenAt),
    saveRosterProgress: (bridgeId: string, progress: RosterProgress) =>
      rosters.saveRosterProgress(table, bridgeId, progress),
    noteNewcomer: (buyerId: string, newsSince: number) =>
      rosters.noteNewcomer(table, ports, buyerId, newsSince),
    readNewsSince: (buyerId: string) => rosters.readNewsSince(table, buyerId, ports.clock.now()),

    readPollPlan: () => polls.readPollPlan(table, ports.clock.now()),
    savePolled: (turnsUntil: number, marks: readonly BridgeMark[]) =>
      polls.savePolled(table, ports, turnsUntil, marks),
    readBridgeMark: (bridgeId: string) => polls.readBridgeMark(table, bridgeId, ports.clock.now()),
    learnBridges,
    setCalm: (buyerId: string, calm: boolean) => polls.setCalm(table, ports, buyerId, calm),
    readStanding: (buyerId: string) => refusals.readStanding(table, buyerId),
    saveRefusal: (buyerId: string, refusal: Refusal | null) =>
      refusals.saveRefusal(table, ports, buyerId, refusal),
    distrustRows: () => polls.distrustRows(table, ports),

    reserveCalls: (lane: Lane, request: upstream.ReservationRequest) =>
      upstream.reserveCalls(table, ports, lane, request),
    slowDown: (lane: Lane, retryAfterMs: number | null) =>
      upstream.slowDown(table, ports, lane, retryAfterMs),
    pauseUpstream: (lane: Lane, reason: PauseReason, probed: boolean) =>
      upstream.pauseUpstream(table, ports, lane, reason, probed),
    resumeUpstream: (lane: Lane) => upstream.resumeUpstream(table, ports, lane),
    passProbeOn: (lane: Lane) => upstream.passProbeOn(table, ports, lane),
    readPause: (now: number) => upstream.readPause(table, now),
    isProbeDue: (now: number) => upstream.isProbeDue(table, now),
    readUpstream: (lane: Lane, now: number) => readUpstream(table, lane, now),
    noteRefusedList: (buyerId: string, status: number) =>
      doubts.noteRefusedList(table, ports, buyerId, status),
    endDoubt: () => doubts.endDoubt(table, ports),
    isTokenDoubted: (now: number) => doubts.isTokenDoubted(table, now),

    addTally: (tally: Tally, now: number) => tallies.addTally(table, tally, now),
    openNews: (now: number) => tallies.openNews(table, now),
    readTallies: (now: number) => tallies.readTallies(table, now),
    readLastTick: () => tallies.readLastTick(table),
    readHeartbeat: (routeId: string) => heartbeats.readHeartbeat(table, routeId),
    freezeHeartbeat: async (
      digest: FrozenDigest,
      marks: { readonly before: HeartbeatMark | null; readonly after: HeartbeatMark },
      now: number,
    ) => {
      await registerRoutes([digest.routeId]);
      return heartbeats.freezeHeartbeat(table, ports, digest, marks, now);
    },

    /** Makes due what was kept because its route could not take it, and now can. Answers how many. */
    placeMisplaced: (route: RegisteredRoute, type: DestinationSettings['type'], now: number) =>
      placeMisplaced(table, ports, route, type, now),
    /** Makes due what a route kept while it was disabled, once after each resume. Answers how many. */
    releaseResumed: (route: RegisteredRoute, now: number) => releaseResumed(table, ports, route, now),

    /** The table that a restore into this one was copying from when it was cut off; null when the ledger is whole. */
    readUnfinishedRestore: async (): Promise<string | null> => {
      const mark = await table.get(restoreMarkKey);
      return mark === undefined ? null : (stringOf(mark, 'from') ?? '');
    },
    /** Whether the caller may do what it was granted. Writes nothing. */
    probeGrants: (access: GrantedAccess) => probeGrants(table, access),

    listDue: (until: number) => listDue(table, until),
    /** For a process that knows it is the only one: every lease that is held belongs to one that died. Pauses end, too. */
    endLeases: async (now: number) => {
      for (const key of await listDueKeys(table, Number.MAX_SAFE_INTEGER)) {
        await digests.endLease(table, key, now);
      }
      for (const { routeId } of await registry.listRoutes(table)) {
        await inFlight.forgetAttempts(table, routeId);
      }
    },
    /** Makes all that waits for its time due now: digests between attempts, summaries being generated, late slots. */
    bringForwardAll: async (now: number) => {
      for (const key of await listDueKeys(table, Number.MAX_SAFE_INTEGER)) {
        await digests.bringForward(table, key, now);
      }
    },
  };
}
