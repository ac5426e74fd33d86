import type { Admission, RequestGate } from '../../shared/bridge-api/index.ts';
import { type Clock, isoTime } from '../../shared/domain/clock.ts';
import { createTurns } from '../../shared/domain/concurrency.ts';
import { NotStartedError, UpstreamPausedError } from '../../shared/domain/errors.ts';
import { type Lane, lanes } from '../../shared/domain/lane.ts';
import {
  createCallWindow,
  isServiceFailure,
  laneOf,
  type PauseReason,
} from '../../shared/domain/upstream/breaker.ts';
import { unknownRate } from '../../shared/domain/upstream/request-rate.ts';
import type { Ledger } from '../../shared/ledger/ledger.ts';
import type { Observation, Observe } from '../observations/observation.ts';

export interface UpstreamGatePorts {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, 'upstream'>;
  readonly observe: Observe;
  /** Calls a second that the config permits in all lanes together. @default no limit */
  readonly callsPerSecond?: number | undefined;
  /** Events ask for its lists: see `event-share.ts`. They say nothing about the service. @default false */
  readonly forEvents?: boolean | undefined;
}

/** Each lane has a share of the config's calls: it waits for no other lane. */
const shareOf: Readonly<Record<Lane, number>> = { lists: 0.7, ranks: 0.1, summaries: 0.1, columns: 0.1 };

/** The lanes share only the token, and only lists probe whether it is accepted again. */
export function createUpstreamGate(ports: UpstreamGatePorts): RequestGate {
  const gates = Object.fromEntries(lanes.map((lane) => [lane, createCallLane(ports, lane)])) as Readonly<
    Record<Lane, ReturnType<typeof createCallLane>>
  >;
  return {
    admit: (call) => gates[laneOf(call.operation, call.lane)].admit(call),
    report: (call) => gates[laneOf(call.operation, call.lane)].report(call),
    end: (call) => gates[laneOf(call.operation, call.lane)].end(call),
  };
}

/** Reserves no further ahead: a reservation would stay valid although upstream throttles in between. */
const horizonMs = 2_000;
/** An unused moment lapses after this: several moments used late would be a burst. */
const lapsesAfterMs = 60;

interface LanePorts extends Omit<UpstreamGatePorts, 'ledger'> {
  readonly reserveCalls: Ledger['upstream']['reserve'];
  readonly lane: Lane;
  readonly onPause: (paused: UpstreamPausedError) => void;
}

/** Each HTTP call waits for its moment, which the ledger reserved. */
function createMoments({ clock, reserveCalls, callsPerSecond, lane, onPause }: LanePorts) {
  const mostPerSecond = callsPerSecond === undefined ? {} : { mostPerSecond: callsPerSecond * shareOf[lane] };
  const takeTurn = createTurns();
  let moments: number[] = [];
  let admission: Admission = { ...unknownRate, isProbe: false };
  let answered = 0;
  let waiting = 0;

  /** Returns when to ask again, or null if there are moments now. */
  const reserve = async (latest: number): Promise<number | null> => {
    try {
      const reservation = await reserveCalls(lane, {
        calls: waiting,
        latest: Math.min(latest, clock.now() + horizonMs),
        ...mostPerSecond,
        answered,
      });
      moments = [...reservation.moments];
      admission = { ...reservation.began, isProbe: reservation.probing };
      return reservation.askAgainAt;
    } catch (error) {
      if (error instanceof UpstreamPausedError) onPause(error);
      throw error;
    }
  };

  /** Returns when to ask again if the moment is too far off to block the other calls. */
  const awaitMoment = async (latest: number): Promise<Admission | { readonly askAgainAt: number }> => {
    for (;;) {
      while (moments[0] !== undefined && !isUsable(moments[0], clock.now())) moments.shift();
      if (moments.length === 0) {
        const askAgainAt = await reserve(latest);
        if (askAgainAt !== null) return { askAgainAt };
      }
      const [reserved, admitted] = [moments, admission];
      const [moment] = reserved;
      if (moment === undefined) continue;
      if (moment > latest) return { askAgainAt: moment };
      await sleepUntil(clock, moment);
      // Upstream throttled in the meantime: earlier reservations no longer hold.
      if (reserved !== moments) continue;
      reserved.shift();
      return admitted;
    }
  };

  return {
    async admit({ operation, deadline }: Parameters<RequestGate['admit']>[0]): Promise<Admission> {
      const latest = deadline ?? Number.POSITIVE_INFINITY;
      waiting += 1;
      try {
        for (;;) {
          const turn = await takeTurn(() => awaitMoment(latest));
          if (!('askAgainAt' in turn)) return turn;
          if (turn.askAgainAt > latest) {
            const message = `${operation}: not started, because the rate limiter leaves no time before the deadline`;
            throw new NotStartedError('TIMEOUT', message);
          }
          await sleepUntil(clock, turn.askAgainAt);
        }
      } finally {
        waiting -= 1;
      }
    },

    clear(): void {
      moments = [];
    },

    noteAnswered(perSecond: number): void {
      answered = Math.max(answered, perSecond);
    },
  };
}

/** A moment far ahead was reserved before our clock was set back: waiting for it could take forever. */
function isUsable(moment: number, now: number): boolean {
  return moment >= now - lapsesAfterMs && moment <= now + 2 * horizonMs;
}

async function sleepUntil(clock: Clock, moment: number): Promise<void> {
  const ms = moment - clock.now();
  if (ms > 0) await clock.sleep(ms);
}

/** Refused calls are counted in the ledger by the next reservation, with no write of their own. */
function createRefusalCount({ upstream }: UpstreamGatePorts['ledger'], forEvents: boolean) {
  let refused = 0;
  return {
    add(): void {
      refused += 1;
    },
    reserve: async (...[lane, request]: Parameters<typeof upstream.reserve>) => {
      const counted = refused;
      const reservation = await upstream.reserve(lane, { ...request, refused: counted, forEvents });
      if (reservation.moments.length > 0) refused -= counted;
      return reservation;
    },
  };
}

/** The ledger shares the outcome of each call with the other instances. */
function createCallLane(ports: UpstreamGatePorts, lane: Lane) {
  const { clock, ledger, observe } = ports;
  const forEvents = ports.forEvents === true && lane === 'lists';
  let toldAt = Number.NEGATIVE_INFINITY;
  const window = createCallWindow();
  const refusals = createRefusalCount(ledger, forEvents);
  const onPause = ({ reason, message }: UpstreamPausedError): void => {
    window.clear();
    if (reason !== 'events' || clock.now() - toldAt < 60_000) return;
    toldAt = clock.now();
    observe({ kind: 'events-delayed', problem: message });
  };
  const moments = createMoments({ ...ports, reserveCalls: refusals.reserve, lane, onPause });

  /** `probed`: the call that found the reason was a probe of this lane. */
  const pause = async (reason: PauseReason, probed: boolean): Promise<void> => {
    const until = await ledger.upstream.pause(lane, reason, probed);
    moments.clear();
    window.clear();
    if (until !== null) observe(pauseOf(lane, reason, isoTime(until)));
  };

  return {
    admit: moments.admit,
    async report(call: Parameters<RequestGate['report']>[0]): Promise<void> {
      const { operation, status, blames } = call;
      const { isProbe, ...began } = call.admission;
      if (status === 429) {
        refusals.add();
        observe({ kind: 'upstream-throttled', lane });
        moments.clear();
        await ledger.upstream.slowDown(lane, call.retryAfterMs, began);
        // Upstream answered, so it is back.
        return isProbe ? ledger.upstream.resume(lane) : undefined;
      }
      const failed = isServiceFailure(status);
      // Only the control list speaks for all: a 401 or 403 may be about one buyer, and a buyer or a bridge can fail alone.
      const isOfToken = blames === 'all' || blames === 'token';
      if (status === 401 && isOfToken && call.freshToken) return pause('rejected', isProbe);
      const saysNothing = blames === 'nothing' || blames === 'token' || operation === 'listBridgeRows';
      if (status === 401 || forEvents || (failed && saysNothing))
        return isProbe ? ledger.upstream.passProbeOn(lane) : undefined;
      if (!failed) moments.noteAnswered(began.perSecond);
      if (failed && isProbe) return pause('failing', true);
      return isProbe ? ledger.upstream.resume(lane) : undefined;
    },

    /** All attempts of a call count as one. */
    async end({ operation, status, blames }: Parameters<RequestGate['end']>[0]): Promise<void> {
      if (forEvents || status === 401 || status === 429 || operation === 'listBridgeRows') return;
      const failed = isServiceFailure(status);
      if (failed && (blames === 'nothing' || blames === 'token')) return;
      const isFailing = window.add({ at: clock.now(), failed });
      if (isFailing || (failed && (blames === 'all' || blames === 'service'))) await pause('failing', false);
    },
  };
}

function pauseOf(lane: Lane, reason: PauseReason, until: string): Observation {
  return lane === 'lists' ? { kind: 'upstream-paused', reason, until } : { kind: 'lane-paused', lane, until };
}
