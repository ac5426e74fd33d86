import type { RequestGate } from '../bridge-api/index.ts';
import {
  createCallWindow,
  createRefusalCount,
  isForSummary,
  isServiceFailure,
  type PauseReason,
} from '../domain/breaker.ts';
import type { Clock } from '../domain/clock.ts';
import { TransportError, UpstreamPausedError } from '../domain/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';

export interface UpstreamGatePorts {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, 'reserveCalls' | 'slowDown' | 'pauseUpstream' | 'resumeUpstream'>;
  /** Nobody calls until then (milliseconds since the epoch). */
  readonly onPause: (reason: PauseReason, until: number) => void;
  readonly onThrottle: () => void;
}

/** So much of the schedule is reserved at once, for the calls that wait: one write to the table for several of them. */
const reservedMs = 250;
const mostReserved = 10;
/** Nothing is reserved further ahead: it would stand although upstream complains in between. */
const horizonMs = 2_000;
/** A moment that was not used by then has lapsed: used late, several of them would be a burst. */
const lapsesAfterMs = 60;

/**
 * The limiter and the breaker of all instances, for one instance: each HTTP call waits for its reserved moment,
 * and what comes of it is told to the others through the ledger.
 */
export function createUpstreamGate(ports: UpstreamGatePorts): RequestGate {
  const { clock, ledger } = ports;
  const window = createCallWindow();
  const refusals = createRefusalCount();
  const takeTurn = createTurns();
  let moments: number[] = [];
  let gapMs = reservedMs;
  let waiting = 0;
  let probing = false;
  let furtherProbes = 0;

  /** When to ask again; null when there are moments now. */
  const reserve = async (latest: number, mayProbe: boolean): Promise<number | null> => {
    const calls = Math.min(waiting, Math.max(1, Math.round(reservedMs / gapMs)), mostReserved);
    try {
      const until = Math.min(latest, clock.now() + horizonMs);
      const reservation = await ledger.reserveCalls(calls, until, mayProbe);
      if (reservation.askAgainAt !== null) return reservation.askAgainAt;
      probing = reservation.probing;
      moments = [...reservation.moments];
      const [first, second] = moments;
      // A single moment says nothing of the rate: two are asked for next time, if two calls wait.
      gapMs = first === undefined || second === undefined ? reservedMs / 2 : second - first;
      return null;
    } catch (error) {
      if (error instanceof UpstreamPausedError) forget();
      throw error;
    }
  };

  /** Waits for a moment of our own. When it is too far off to wait in turn, answers when to ask again. */
  const awaitMoment = async (latest: number, mayProbe: boolean): Promise<number | null> => {
    let wasLate = false;
    for (;;) {
      if (furtherProbes > 0 && mayProbe) {
        furtherProbes -= 1;
        return null;
      }
      while (moments[0] !== undefined && moments[0] < clock.now() - lapsesAfterMs) moments.shift();
      if (moments.length === 0) {
        const askAgainAt = await reserve(latest, mayProbe);
        if (askAgainAt !== null) return askAgainAt;
      }
      const reserved = moments;
      const [moment] = reserved;
      if (moment === undefined) continue;
      if (moment > latest) return moment;
      const due = Math.max(moment, clock.now());
      await sleepUntil(moment);
      // Upstream complained in the meantime: what was reserved before doesn't hold any more.
      if (reserved !== moments) continue;
      reserved.shift();
      // A machine that always wakes us late must call nevertheless: only once is a moment given up for it, and never
      // the one that the whole pipeline waits for.
      if (probing || wasLate || clock.now() - due <= lapsesAfterMs) return null;
      wasLate = true;
    }
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
    refusals.clear();
  };

  const pause = async (reason: PauseReason): Promise<void> => {
    const until = await ledger.pauseUpstream(reason, probing);
    forget();
    if (until !== null) ports.onPause(reason, until);
  };

  const resume = async (): Promise<void> => {
    if (!probing) return;
    probing = false;
    furtherProbes = 0;
    await ledger.resumeUpstream();
  };

  return {
    async admit({ operation, deadline, freshToken, optional = false }) {
      const mayProbe = !optional && !isForSummary(operation);
      // The probe goes on with the token that was read again: its moment was reserved before.
      if (probing && freshToken && mayProbe) return;
      const latest = deadline ?? Number.POSITIVE_INFINITY;
      waiting += 1;
      try {
        for (;;) {
          const askAgainAt = await takeTurn(() => awaitMoment(latest, mayProbe));
          if (askAgainAt === null) return;
          if (askAgainAt > latest) {
            const message = `${operation}: not begun, as the limiter leaves no time before the deadline`;
            throw new TransportError('TIMEOUT', message);
          }
          await sleepUntil(askAgainAt);
        }
      } finally {
        waiting -= 1;
      }
    },
    async report({ operation, subject, status, retryAfterMs, freshToken, optional = false }) {
      const at = clock.now();
      if (status === 429) {
        ports.onThrottle();
        moments = [];
        await ledger.slowDown(retryAfterMs);
      } else if (
        status !== null &&
        !(optional && status === 403) &&
        refusals.add({ operation, subject, status, freshToken, at })
      ) {
        return pause('rejected');
      }
      // The limit and the token are about all calls; the rest of what becomes of a summary is about summaries.
      if (optional || isForSummary(operation)) return;
      // It complains, so it is there.
      if (status === 429) return resume();
      if (status === 401 || status === 403) {
        // Not decided yet. After a 403 the next call probes on: this one may only have asked for too much.
        if (probing && freshToken) furtherProbes += 1;
        return;
      }
      const failed = isServiceFailure(status);
      const failing = window.add({ at, failed });
      if (failing || (failed && probing)) return pause('failing');
      if (!failed) return resume();
    },
  };
}

/** One at a time, in the order in which they came. */
function createTurns(): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
