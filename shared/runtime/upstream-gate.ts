import type { RequestGate } from '../bridge-api/index.ts';
import { createCallWindow, isServiceFailure, type PauseReason } from '../domain/breaker.ts';
import type { Clock } from '../domain/clock.ts';
import { TransportError } from '../domain/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';

export interface UpstreamGatePorts {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, 'reserveCalls' | 'slowDown' | 'pauseUpstream' | 'resumeUpstream'>;
  /** Nobody calls until then (milliseconds since the epoch). */
  readonly onPause: (reason: PauseReason, until: number) => void;
  readonly onThrottle: () => void;
}

/** So much of the schedule is reserved at once: one write to the table for several calls, and little goes unused. */
const reservedMs = 400;
const mostReserved = 10;
/** A moment that was not used by then has lapsed: used late, several of them would be a burst. */
const lapsesAfterMs = 1_000;

/**
 * The limiter and the breaker of all instances, for one instance: each HTTP call waits for its reserved moment,
 * and what comes of it is told to the others through the ledger.
 */
export function createUpstreamGate(ports: UpstreamGatePorts): RequestGate {
  const { clock, ledger } = ports;
  const window = createCallWindow();
  const moments: number[] = [];
  let probing = false;
  let chunk = 2;
  let reserving: Promise<void> | null = null;

  const reserve = async (): Promise<void> => {
    const reservation = await ledger.reserveCalls(chunk);
    probing = reservation.probing;
    moments.push(...reservation.moments);
    const [first, second] = reservation.moments;
    if (first === undefined || second === undefined) return;
    chunk = Math.min(Math.max(Math.round(reservedMs / (second - first)), 2), mostReserved);
  };

  const takeMoment = async (): Promise<number> => {
    for (;;) {
      const moment = moments.shift();
      if (moment !== undefined && moment >= clock.now() - lapsesAfterMs) return moment;
      if (moment !== undefined) continue;
      reserving ??= reserve().finally(() => {
        reserving = null;
      });
      await reserving;
    }
  };

  const pause = async (reason: PauseReason): Promise<void> => {
    const until = await ledger.pauseUpstream(reason, probing);
    probing = false;
    window.clear();
    moments.length = 0;
    if (until !== null) ports.onPause(reason, until);
  };

  return {
    async admit({ operation, deadline }) {
      const moment = await takeMoment();
      if (deadline !== null && moment > deadline) {
        throw new TransportError(
          'TIMEOUT',
          `${operation}: not begun, as the limiter leaves no time before the deadline`,
        );
      }
      const wait = moment - clock.now();
      if (wait > 0) await clock.sleep(wait);
    },
    async report({ status, retryAfterMs, freshToken }) {
      if (status === 429) {
        ports.onThrottle();
        await ledger.slowDown(retryAfterMs);
        return;
      }
      if ((status === 401 || status === 403) && freshToken) {
        await pause('rejected');
        return;
      }
      const failed = isServiceFailure(status);
      const failing = window.add({ at: clock.now(), failed });
      if (failing || (failed && probing)) {
        await pause('failing');
      } else if (!failed && probing) {
        probing = false;
        await ledger.resumeUpstream();
      }
    },
  };
}
