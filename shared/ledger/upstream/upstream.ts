import { UpstreamPausedError } from '../../domain/errors.ts';
import { type Lane, type PauseReason, pauseMs } from '../../domain/upstream/breaker.ts';
import { afterComplaint, rateAt } from '../../domain/upstream/request-rate.ts';
import { noDoubt } from '../../domain/upstream/token-doubt.ts';
import type { LedgerPorts } from '../ports.ts';
import { tryAgain } from '../table/try-again.ts';
import type { UpstreamItem, UpstreamState } from './upstream-item.ts';

export interface ReservationRequest {
  readonly calls: number;
  /** No moment after it, in milliseconds since the epoch: what is reserved and not used is lost to all. */
  readonly latest?: number;
  /** A list was allowed since the last reservation of this instance: that ends any doubt in the token. */
  readonly allowed?: boolean;
}

export interface Reservation {
  /** In milliseconds since the epoch: at each of them one call may begin. Empty: ask again, see `askAgainAt`. */
  readonly moments: readonly number[];
  /** Upstream was paused: this one call finds out whether it may go on. */
  readonly probing: boolean;
  /** When it makes sense to ask again, for a caller that got no moment: the next one is too far off, or another probes. */
  readonly askAgainAt: number | null;
  /** Buyers were refused lately, and nothing was allowed since: the next allowed list is to be told at once. */
  readonly doubted: boolean;
}

/** Longer than the longest call takes: only when the instance that probes has died does another one try. */
export const probeMs = 75_000;
const probeOutcomeMs = 500;
/** A list probes with the next tick: the other lanes find nothing out by asking more often. */
const noProbeMs = 60_000;
/**
 * No honest reservation reaches further ahead: callers reserve two seconds at most, and a call at the lowest rate takes
 * five. One that does comes from an instance whose clock is fast; waiting for its time could outlast a whole invocation.
 */
const furthestMs = 10_000;
/** A mistaken header must not end calling for ever. */
export const longestRetryAfterMs = 3_600_000;

export function createUpstream(ports: LedgerPorts, { readUpstream, changeUpstream }: UpstreamItem) {
  const { clock, random } = ports;

  /** When to ask again, since a list probes with the token just now; null when nothing is wrong with the token. */
  const awaitToken = async (): Promise<number | null> => {
    const now = clock.now();
    const lists = await tryAgain(ports, () => readUpstream('lists', now));
    if (lists.pauseReason !== 'rejected') return null;
    if (lists.pausedUntil <= now && lists.probeUntil > now) return askedAfterProbe(lists, now);
    throw new UpstreamPausedError('rejected', Math.max(lists.pausedUntil, now + noProbeMs), 'lists');
  };

  return {
    /**
     * Reserves the next `calls` moments at the lane's present rate, after all that others reserved (a virtual schedule,
     * as in the generic cell rate algorithm). Throws `UpstreamPausedError` while the lane is paused; the first to ask
     * after a pause gets one moment, to probe, and the others none until it is known what came of that. Only a list
     * probes with a token that was rejected: the other lanes wait for that.
     */
    async reserveCalls(
      lane: Lane,
      { calls, latest = Number.POSITIVE_INFINITY, allowed = false }: ReservationRequest,
    ): Promise<Reservation> {
      const tokenProbedAt = lane === 'lists' ? null : await awaitToken();
      if (tokenProbedAt !== null) return none(tokenProbedAt, false);
      return changeUpstream<Reservation>(lane, (state, now) => {
        if (state.pausedUntil > now)
          throw new UpstreamPausedError(state.pauseReason ?? 'failing', state.pausedUntil, lane);
        const doubted = isDoubted(state) && !allowed;
        const probing = state.pauseReason !== null;
        if (probing && state.probeUntil > now) return { result: none(askedAfterProbe(state, now), doubted) };
        const gapMs = 1000 / rateAt(state, now);
        const reserved = state.nextFreeAt - now > furthestMs ? now : state.nextFreeAt;
        const first = Math.max(reserved, state.heldUntil, now);
        if (first > latest) return { result: none(first, doubted) };
        const wanted = probing ? 1 : Math.min(calls, 1 + Math.floor((latest - first) / gapMs));
        const moments = Array.from({ length: wanted }, (_, index) => first + index * gapMs);
        return {
          set: {
            nextFreeAt: first + wanted * gapMs,
            ...(probing ? { probeUntil: now + probeMs } : {}),
            ...(allowed ? noDoubt : {}),
          },
          result: { moments, probing, askAgainAt: null, doubted },
        };
      });
    },

    /** A 429: the lane's rate halves, once in ten seconds at most, and it pauses for a moment or for what `Retry-After` asks. */
    async slowDown(lane: Lane, retryAfterMs: number | null): Promise<void> {
      await changeUpstream<void>(lane, (state, now) => {
        const rate = afterComplaint(state, now);
        if (rate === state && retryAfterMs === null) return { result: undefined };
        const pause = Math.min(retryAfterMs ?? 500 + random() * 500, longestRetryAfterMs);
        const heldUntil = Math.max(state.heldUntil, now + pause);
        return { set: { ...rate, heldUntil }, result: undefined };
      });
    },

    /**
     * Nobody calls in the lane for a while; longer each time in a row. Answers until when, or null when calling has
     * ended already: what was under way then tells nothing new, nor does it while another call probes.
     */
    async pauseUpstream(lane: Lane, reason: PauseReason, probed: boolean): Promise<number | null> {
      return changeUpstream<number | null>(lane, (state, now) => {
        const othersProbe = state.pauseReason !== null && state.probeUntil > now && !probed;
        if (state.pausedUntil > now || othersProbe) return { result: null };
        const pausedUntil = now + pauseMs(reason, state.pauses);
        const set = { pausedUntil, pauseReason: reason, pauses: state.pauses + 1, probeUntil: 0 };
        return { set, result: pausedUntil };
      });
    },

    /** A call went well after a pause, or a run by hand starts anew: everybody calls again, carefully at first. */
    async resumeUpstream(lane: Lane): Promise<void> {
      await changeUpstream<void>(lane, (state, now) => {
        if (state.pauseReason === null) return { result: undefined };
        const set = { pausedUntil: 0, pauseReason: null, pauses: 0, probeUntil: 0, since: now };
        return { set, result: undefined };
      });
    },

    /** A call that was to find out found nothing out: the next one does, whoever makes it. */
    async passProbeOn(lane: Lane): Promise<void> {
      await changeUpstream<void>(lane, ({ pauseReason }) =>
        pauseReason === null ? { result: undefined } : { set: { probeUntil: 0 }, result: undefined },
      );
    },

    /** Whether a pause of lists is over, and no call has found out yet whether upstream answers again. */
    async isProbeDue(now: number): Promise<boolean> {
      const { pausedUntil, pauseReason } = await readUpstream('lists', now);
      return pauseReason !== null && pausedUntil <= now;
    },

    /** Why and until when no list is asked for; null when calls go through. */
    async readPause(now: number): Promise<{ readonly reason: PauseReason; readonly until: number } | null> {
      const { pausedUntil, pauseReason } = await readUpstream('lists', now);
      return pauseReason !== null && pausedUntil > now ? { reason: pauseReason, until: pausedUntil } : null;
    },
  };
}

function none(askAgainAt: number, doubted: boolean): Reservation {
  return { moments: [], probing: false, askAgainAt, doubted };
}

function isDoubted({ refused, doubtedAt }: UpstreamState): boolean {
  return refused.length > 0 || doubtedAt !== null;
}

function askedAfterProbe({ probeUntil }: UpstreamState, now: number): number {
  return Math.min(probeUntil, now + probeOutcomeMs);
}
