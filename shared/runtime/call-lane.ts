import type { Operation, RequestGate } from '../bridge-api/index.ts';
import { type Clock, isoTime } from '../domain/clock.ts';
import { createTurns } from '../domain/concurrency.ts';
import { TransportError, UpstreamPausedError } from '../domain/errors.ts';
import type { Observation, Observe } from '../domain/observation.ts';
import {
  createCallWindow,
  isServiceFailure,
  type Lane,
  type PauseReason,
} from '../domain/upstream/breaker.ts';
import { createLatencyWatch } from '../domain/upstream/latency-watch.ts';
import { createRateHistory } from '../domain/upstream/rate-history.ts';
import { doublingMs } from '../domain/upstream/request-rate.ts';
import type { Ledger } from '../ledger/ledger.ts';

export interface CallLanePorts {
  readonly clock: Clock;
  readonly ledger: Pick<
    Ledger,
    'reserveCalls' | 'slowDown' | 'pauseUpstream' | 'resumeUpstream' | 'passProbeOn' | 'endDoubt'
  >;
  readonly observe: Observe;
  /** Calls a second that the config permits in this lane. */
  readonly callsPerSecond?: number | undefined;
}

export interface CallLane {
  admit: RequestGate['admit'];
  /** Takes the outcome of a call, except what it says about the token. */
  report(outcome: CallOutcome): Promise<void>;
  pause(reason: PauseReason): Promise<void>;
  /** Call it when a list was allowed, which proves the token. */
  noteAllowed(): Promise<void>;
}

interface CallOutcome {
  readonly operation: Operation;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly tookMs?: number | undefined;
  readonly freshToken: boolean;
}

/** How much time to reserve at once for the waiting calls, so that several calls need only one write to the table. */
const reservedMs = 250;
const mostReserved = 100;
/** Reserves no further ahead: a reservation would stay valid although upstream throttles in between. */
const horizonMs = 2_000;
/** An unused moment lapses after this: several moments used late would be a burst. */
const lapsesAfterMs = 60;

/**
 * The limiter and the breaker of a lane, for one instance: each HTTP call waits for its reserved moment, and the
 * ledger shares its outcome with the other instances.
 */
export function createCallLane(ports: CallLanePorts, lane: Lane): CallLane {
  const { clock, ledger, observe } = ports;
  const window = createCallWindow();
  const latency = createLatencyWatch();
  const rates = createRateHistory();
  const takeTurn = createTurns();
  let moments: number[] = [];
  /** Of the last reservation: the first is of one call. */
  let perSecond = 0;
  let doubling = true;
  let answered = 0;
  let waiting = 0;
  let probing = false;
  /** The probe was refused, and goes on with the fresh token. */
  let continued = false;
  let furtherProbes = 0;
  let allowed = false;
  let doubted = false;

  /** Reserves moments. Returns when to ask again, or null if there are moments now. */
  const reserve = async (latest: number): Promise<number | null> => {
    const calls = Math.min(
      waiting,
      Math.max(1, Math.round(((doubling ? doublingMs : reservedMs) * perSecond) / 1000)),
      mostReserved,
    );
    try {
      const until = Math.min(latest, clock.now() + horizonMs);
      const told = allowed;
      const reservation = await ledger.reserveCalls(lane, {
        calls,
        latest: until,
        allowed: told,
        mostPerSecond: Math.min(
          ports.callsPerSecond ?? Number.POSITIVE_INFINITY,
          latency.mostPerSecond(clock.now()),
        ),
        answered,
      });
      doubted = reservation.doubted;
      if (reservation.askAgainAt !== null) return reservation.askAgainAt;
      if (told) allowed = false;
      probing = reservation.probing;
      continued = false;
      moments = [...reservation.moments];
      ({ perSecond, doubling } = reservation);
      rates.add(moments[0] ?? clock.now(), reservation);
      return null;
    } catch (error) {
      if (error instanceof UpstreamPausedError) forget();
      throw error;
    }
  };

  /** Waits for an own moment. If it is too far off to block the other calls, returns when to ask again. */
  const awaitMoment = async (latest: number): Promise<number | null> => {
    let wasLate = false;
    for (;;) {
      if (furtherProbes > 0) {
        furtherProbes -= 1;
        continued = false;
        return null;
      }
      while (moments[0] !== undefined && !isUsable(moments[0])) moments.shift();
      if (moments.length === 0) {
        const askAgainAt = await reserve(latest);
        if (askAgainAt !== null) return askAgainAt;
      }
      const reserved = moments;
      const [moment] = reserved;
      if (moment === undefined) continue;
      if (moment > latest) return moment;
      const due = Math.max(moment, clock.now());
      await sleepUntil(moment);
      // Upstream throttled in the meantime: earlier reservations no longer hold.
      if (reserved !== moments) continue;
      reserved.shift();
      // Gives up a late moment only once, so that a machine that always wakes late can call, and never a probe, which
      // the whole lane waits for.
      if (probing || wasLate || clock.now() - due <= lapsesAfterMs) return null;
      wasLate = true;
    }
  };

  /** A moment far ahead was reserved before our clock was set back: waiting for it could take forever. */
  const isUsable = (moment: number): boolean => {
    const now = clock.now();
    return moment >= now - lapsesAfterMs && moment <= now + 2 * horizonMs;
  };

  const sleepUntil = async (moment: number): Promise<void> => {
    const ms = moment - clock.now();
    if (ms > 0) await clock.sleep(ms);
  };

  const forget = (): void => {
    probing = false;
    furtherProbes = 0;
    moments = [];
    window.clear();
  };

  const pause = async (reason: PauseReason): Promise<void> => {
    const until = await ledger.pauseUpstream(lane, reason, probing);
    forget();
    if (until !== null) observe(pauseOf(lane, reason, isoTime(until)));
  };

  const resume = async (): Promise<void> => {
    if (!probing) return;
    probing = false;
    furtherProbes = 0;
    await ledger.resumeUpstream(lane);
  };

  const passProbeOn = async (): Promise<void> => {
    if (!probing) return;
    probing = false;
    furtherProbes = 0;
    await ledger.passProbeOn(lane);
  };

  return {
    pause,
    async noteAllowed() {
      if (!doubted) allowed = true;
      else await ledger.endDoubt();
      doubted = false;
    },
    async admit({ operation, deadline, freshToken }) {
      // The probe continues with the fresh token in the moment that it already reserved: one call, and not each that was
      // under way when the token was rejected.
      if (probing && freshToken && !continued) {
        continued = true;
        return;
      }
      const latest = deadline ?? Number.POSITIVE_INFINITY;
      waiting += 1;
      try {
        for (;;) {
          const askAgainAt = await takeTurn(() => awaitMoment(latest));
          if (askAgainAt === null) return;
          if (askAgainAt > latest) {
            const message = `${operation}: not started, because the rate limiter leaves no time before the deadline`;
            throw new TransportError('TIMEOUT', message);
          }
          await sleepUntil(askAgainAt);
        }
      } finally {
        waiting -= 1;
      }
    },
    async report({ operation, status, retryAfterMs, tookMs, freshToken }) {
      const rate = rates.at(clock.now() - (tookMs ?? 0));
      // Only pages of one kind compare: a summary takes seconds at any rate.
      if (operation === 'listBuyerSignals' && tookMs !== undefined && rate !== null) {
        latency.note({ at: clock.now(), rate: rate.perSecond, tookMs });
      }
      if (status !== 429 && !isServiceFailure(status)) answered = Math.max(answered, rate?.perSecond ?? 0);
      if (status === 429) {
        observe({ kind: 'upstream-throttled', lane });
        moments = [];
        await ledger.slowDown(lane, retryAfterMs, rate?.found);
        // Upstream answered, so it is back.
        return resume();
      }
      // In another lane a refusal is just an answer: only lists decide about the token.
      if (status === 401 || (status === 403 && lane === 'lists')) {
        // Undecided. After a 403 the next call probes again: this one may only have lacked a right.
        if (probing && freshToken) furtherProbes += 1;
        return;
      }
      const failed = isServiceFailure(status);
      // A single bridge can fail permanently while lists work, so another call has to probe.
      if (failed && operation === 'listBridgeRows') return passProbeOn();
      const failing = window.add({ at: clock.now(), failed });
      if (failing || (failed && probing)) return pause('failing');
      if (!failed) return resume();
    },
  };
}

function pauseOf(lane: Lane, reason: PauseReason, until: string): Observation {
  return lane === 'lists' ? { kind: 'upstream-paused', reason, until } : { kind: 'lane-paused', lane, until };
}
