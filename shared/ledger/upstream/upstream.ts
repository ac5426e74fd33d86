import { UpstreamPausedError } from '../../domain/errors.ts';
import { type Lane, type PauseReason, pauseMs } from '../../domain/upstream/breaker.ts';
import { summaryCallMs } from '../../domain/upstream/call-times.ts';
import { afterComplaint, afterSlots, rateOf } from '../../domain/upstream/request-rate.ts';
import { noDoubt } from '../../domain/upstream/token-doubt.ts';
import type { LedgerPorts } from '../ports.ts';
import { tryAgain } from '../table/try-again.ts';
import type { UpstreamItem, UpstreamState } from './upstream-item.ts';

export interface ReservationRequest {
  readonly calls: number;
  /** The last useful moment, in milliseconds since the epoch: an unused reservation is lost to all instances. */
  readonly latest?: number;
  /** A list was allowed since this instance's last reservation, which ends any doubt in the token. */
  readonly allowed?: boolean;
  /** Calls a second that the config and slow answers permit, if the rate that was found is higher. */
  readonly mostPerSecond?: number;
  /** The highest rate, in calls a second, at which calls of this instance got an answer. @default no limit */
  readonly answered?: number;
}

export interface Reservation {
  /** In milliseconds since the epoch: one call may begin at each. If empty, ask again at `askAgainAt`. */
  readonly moments: readonly number[];
  /** The rate of the moments, in calls a second, and the one that was found, which may be higher; 0 if there are none. */
  readonly perSecond: number;
  readonly found: number;
  /** The rate still doubles: reserve no longer than `doublingMs` at once. */
  readonly doubling: boolean;
  /** Upstream was paused: this one call probes whether it is back. */
  readonly probing: boolean;
  /** When to ask again, for a caller that got no moment: the next one is too far off, or another call probes. */
  readonly askAgainAt: number | null;
  /** Buyers were refused recently and no list was allowed since: report the next allowed list at once. */
  readonly doubted: boolean;
}

/** Longer than the longest call, so that another instance probes only if the first one has died. */
export const probeMs = summaryCallMs + 15_000;
const probeOutcomeMs = 500;
/** The next tick's list probes the token: asking more often in other lanes learns nothing. */
const noProbeMs = 60_000;
/**
 * No valid reservation ends later than this and the time of one call: callers reserve at most two seconds. A later one
 * comes from an instance with a fast clock; waiting for it could outlast a whole invocation.
 */
const furthestMs = 10_000;
/** A wrong header must not stop calls forever. */
const longestRetryAfterMs = 3_600_000;

export function createUpstream(ports: LedgerPorts, { readUpstream, changeUpstream }: UpstreamItem) {
  const { clock, random } = ports;

  /** When to ask again while a list probes the token; null if the token is fine. */
  const awaitToken = async (): Promise<number | null> => {
    const lists = await tryAgain(ports, () => readUpstream('lists'));
    const now = clock.now();
    if (lists.pauseReason !== 'rejected') return null;
    if (lists.pausedUntil <= now && lists.probeUntil > now) return askedAfterProbe(lists, now);
    throw new UpstreamPausedError('rejected', Math.max(lists.pausedUntil, now + noProbeMs), 'lists');
  };

  return {
    /**
     * Reserves the next `calls` moments at the lane's current rate, after all existing reservations (a virtual
     * schedule, as in the generic cell rate algorithm). Throws `UpstreamPausedError` while the lane is paused. After a
     * pause the first caller gets one moment, to probe; the others get none until the probe's result is known. Only a
     * list probes a rejected token; the other lanes wait for it.
     */
    async reserveCalls(lane: Lane, request: ReservationRequest): Promise<Reservation> {
      const { calls, latest = Number.POSITIVE_INFINITY, allowed = false } = request;
      const { mostPerSecond = Number.POSITIVE_INFINITY, answered } = request;
      const tokenProbedAt = lane === 'lists' ? null : await awaitToken();
      if (tokenProbedAt !== null) return none(tokenProbedAt, false);
      return changeUpstream<Reservation>(lane, (state, now) => {
        if (state.pausedUntil > now)
          throw new UpstreamPausedError(state.pauseReason ?? 'failing', state.pausedUntil, lane);
        const doubted = isDoubted(state) && !allowed;
        const probing = state.pauseReason !== null;
        if (probing && state.probeUntil > now) return { result: none(askedAfterProbe(state, now), doubted) };
        const rate = rateOf(state);
        const perSecond = Math.min(rate, mostPerSecond);
        const doubling = state.ceiling === null && perSecond === rate;
        const gapMs = 1000 / perSecond;
        const reserved = state.nextFreeAt - now > furthestMs + gapMs ? now : state.nextFreeAt;
        const first = Math.max(reserved, state.heldUntil, now);
        if (first > latest) return { result: none(first, doubted) };
        const wanted = probing ? 1 : Math.min(calls, 1 + Math.floor((latest - first) / gapMs));
        const moments = Array.from({ length: wanted }, (_, index) => first + index * gapMs);
        return {
          set: {
            // At the rate that was found: calls at a lower one prove nothing of a higher.
            ...afterSlots(state, (wanted * 1000) / rate, answered),
            nextFreeAt: first + wanted * gapMs,
            ...(probing ? { probeUntil: now + probeMs } : {}),
            ...(allowed ? noDoubt : {}),
          },
          result: { moments, perSecond, found: rate, doubling, probing, askAgainAt: null, doubted },
        };
      });
    },

    /**
     * Handles a 429: halves the lane's rate, at most once in ten seconds, and holds its calls for `Retry-After` or a
     * moment. `refused`: the rate that was found, in calls a second, when the refused call began; absent if it is not
     * known.
     */
    async slowDown(lane: Lane, retryAfterMs: number | null, refused?: number): Promise<void> {
      await changeUpstream<void>(lane, (state, now) => {
        const rate = afterComplaint(state, refused);
        if (rate === state && retryAfterMs === null) return { result: undefined };
        const pause = Math.min(retryAfterMs ?? 500 + random() * 500, longestRetryAfterMs);
        const heldUntil = Math.max(state.heldUntil, now + pause);
        return { set: { ...rate, heldUntil }, result: undefined };
      });
    },

    /**
     * Pauses the lane, longer each time in a row. Returns the end of the pause, or null if the lane is already paused
     * or another call probes: a call that was under way then says nothing new.
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

    /** Ends a pause after a successful probe, or for a run by hand. The rate starts low and grows. */
    async resumeUpstream(lane: Lane): Promise<void> {
      await changeUpstream<void>(lane, (state) => {
        if (state.pauseReason === null) return { result: undefined };
        const set = { pausedUntil: 0, pauseReason: null, pauses: 0, probeUntil: 0, grownMs: 0 };
        return { set, result: undefined };
      });
    },

    /** A probe had no clear result: the next call of any instance probes. */
    async passProbeOn(lane: Lane): Promise<void> {
      await changeUpstream<void>(lane, ({ pauseReason }) =>
        pauseReason === null ? { result: undefined } : { set: { probeUntil: 0 }, result: undefined },
      );
    },

    /** Whether a pause of lists is over and no probe has succeeded yet. */
    async isProbeDue(now: number): Promise<boolean> {
      const { pausedUntil, pauseReason } = await readUpstream('lists');
      return pauseReason !== null && pausedUntil <= now;
    },

    /** The reason and end of a pause of lists; null if lists are not paused. */
    async readPause(now: number): Promise<{ readonly reason: PauseReason; readonly until: number } | null> {
      const { pausedUntil, pauseReason } = await readUpstream('lists');
      return pauseReason !== null && pausedUntil > now ? { reason: pauseReason, until: pausedUntil } : null;
    },
  };
}

function none(askAgainAt: number, doubted: boolean): Reservation {
  return { moments: [], perSecond: 0, found: 0, doubling: false, probing: false, askAgainAt, doubted };
}

function isDoubted({ refused, doubtedAt }: UpstreamState): boolean {
  return refused.length > 0 || doubtedAt !== null;
}

function askedAfterProbe({ probeUntil }: UpstreamState, now: number): number {
  return Math.min(probeUntil, now + probeOutcomeMs);
}
