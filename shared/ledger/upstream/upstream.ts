import { minuteMs } from '../../domain/duration.ts';
import { UpstreamPausedError } from '../../domain/errors.ts';
import type { Lane } from '../../domain/lane.ts';
import { mostNamed } from '../../domain/polling/poll-message.ts';
import { type PauseReason, pauseMs } from '../../domain/upstream/breaker.ts';
import { summaryCallMs } from '../../domain/upstream/call-times.ts';
import { takeShare } from '../../domain/upstream/event-share.ts';
import {
  afterSlots,
  type BeganAt,
  rateAfterRefusal,
  reservedMs,
  unknownRate,
} from '../../domain/upstream/request-rate.ts';
import type { ShownList } from '../../domain/upstream/service.ts';
import { tryAgain } from '../table/conditions.ts';
import type { LedgerPorts } from '../table/table.ts';
import { createUpstreamItem, longestWaitMs, type UpstreamItem, type UpstreamState } from './upstream-item.ts';

export interface ReservationRequest {
  /** Fewer of the waiting calls may get a moment. */
  readonly calls: number;
  /** The last useful moment, in milliseconds since the epoch: an unused reservation is lost to all instances. */
  readonly latest?: number;
  /** Calls a second that the config permits. @default no limit */
  readonly mostPerSecond?: number;
  /** Calls a second of the fastest rate at which a call of this instance began that was answered. @default 0 */
  readonly answered?: number;
  /** 429s of this instance since its last reservation with moments. @default 0 */
  readonly refused?: number;
  /** True takes no more than the share of events, and never probes. @default false */
  readonly forEvents?: boolean;
}

export interface Reservation {
  /** One call may begin at each, in milliseconds since the epoch. If empty, ask again at `askAgainAt`. */
  readonly moments: readonly number[];
  readonly began: BeganAt;
  /** Upstream was paused: this one call probes whether it is back. */
  readonly probing: boolean;
  /** Null with moments: without, the next one is too far off, or another call probes. */
  readonly askAgainAt: number | null;
}

/** The longest call ends before, so that another instance probes only if the first one has died. */
export const probeMs = summaryCallMs + 15_000;
const probeOutcomeMs = 500;
/** The next tick's list probes the token: asking more often in other lanes learns nothing. */
const noProbeMs = 60_000;
/**
 * No valid reservation ends later than this and the time of one call: callers reserve at most two seconds. A later one
 * comes from an instance with a fast clock; waiting for it could outlast a whole invocation.
 */
const furthestMs = 10_000;
/** One write holds no more, so that a table with a wrong rate can't fill an instance's memory. */
const mostReserved = 100;

function createReservations(ports: LedgerPorts, { readUpstream, changeUpstream }: UpstreamItem) {
  const { clock } = ports;

  /** Null if no list probes the token now. */
  const awaitToken = async (): Promise<number | null> => {
    const lists = await tryAgain(ports, () => readUpstream('lists'));
    const now = clock.now();
    if (lists.pauseReason !== 'rejected') return null;
    if (lists.pausedUntil <= now && lists.probeUntil > now) return askedAfterProbe(lists, now);
    throw new UpstreamPausedError('rejected', Math.max(lists.pausedUntil, now + noProbeMs), 'lists');
  };

  return {
    /**
     * Reserves the next moments at the lane's current rate, after all existing reservations (a virtual schedule, as
     * in the generic cell rate algorithm). Throws `UpstreamPausedError` while the lane is paused. After a pause the
     * first caller gets one moment, to probe; the others get none until the probe's result is known. Only a list
     * probes a rejected token; the other lanes wait for it.
     */
    async reserve(lane: Lane, request: ReservationRequest): Promise<Reservation> {
      const { calls, latest = Number.POSITIVE_INFINITY, answered = 0, refused = 0 } = request;
      const tokenProbedAt = lane === 'lists' ? null : await awaitToken();
      if (tokenProbedAt !== null) return none(tokenProbedAt);
      return changeUpstream<Reservation>(lane, (state, now) => {
        const probing = state.pauseReason !== null;
        const pausedUntil = Math.max(state.pausedUntil, now);
        if (pausedUntil > now || (probing && request.forEvents))
          throw new UpstreamPausedError(state.pauseReason ?? 'failing', pausedUntil, lane);
        if (probing && state.probeUntil > now) return { result: none(askedAfterProbe(state, now)) };
        const perSecond = Math.min(state.perSecond, request.mostPerSecond ?? state.perSecond);
        const gapMs = 1000 / perSecond;
        const reserved = state.nextFreeAt - now > furthestMs + gapMs ? now : state.nextFreeAt;
        const first = Math.max(reserved, state.heldUntil, now);
        if (first > latest) return { result: none(first) };
        const most = Math.min(calls, reservedMs(state) / gapMs, (latest - first) / gapMs + 1, mostReserved);
        const { wanted, ...events } = request.forEvents
          ? takeCalls(state, perSecond, most, now)
          : { wanted: probing ? 1 : Math.max(1, Math.floor(most)) };
        const rate = { ...state, perSecond, answered: Math.max(state.answered, answered) };
        const moments = Array.from({ length: wanted }, (_, index) => first + index * gapMs);
        return {
          set: {
            ...afterSlots(rate, wanted * gapMs),
            calls: state.calls + wanted,
            refused: state.refused + refused,
            nextFreeAt: first + wanted * gapMs,
            ...events,
            ...(probing ? { probeUntil: now + probeMs } : {}),
          },
          result: { moments, began: { perSecond, cuts: state.cuts }, probing, askAgainAt: null },
        };
      });
    },

    /** Events could otherwise make the next tick poll everyone. */
    takeEventBuyers(wanted: number): Promise<number> {
      return changeUpstream('lists', ({ eventBuyersFullAt, perSecond }, now) => {
        const bucket = { fullAt: eventBuyersFullAt, depth: mostNamed, perSecond };
        const { taken, fullAt } = takeShare(bucket, wanted, now);
        return { result: taken, ...(taken === 0 ? {} : { set: { eventBuyersFullAt: fullAt } }) };
      });
    },
  };
}

/** Throws `UpstreamPausedError` if none is left. At once they take half a second of the lane, or a short list. */
function takeCalls({ eventCallsFullAt }: UpstreamState, perSecond: number, most: number, now: number) {
  const bucket = { fullAt: eventCallsFullAt, depth: Math.max(3, perSecond / 2), perSecond };
  const { taken, fullAt } = takeShare(bucket, Math.max(1, Math.floor(most)), now);
  if (taken === 0) throw new UpstreamPausedError('events', fullAt);
  return { wanted: taken, eventCallsFullAt: fullAt };
}

export type Upstream = ReturnType<typeof createUpstream>;

export function createUpstream(ports: LedgerPorts) {
  const { random } = ports;
  const item = createUpstreamItem(ports);
  const { readUpstream, changeUpstream } = item;
  const { reserve, takeEventBuyers } = createReservations(ports, item);
  return {
    read: readUpstream,
    reserve,
    takeEventBuyers,

    /** Nothing is stored if that was stored since `tickAt` and within a minute: one item is for all. */
    async noteShown(shown: ShownList, tickAt: number): Promise<void> {
      await changeUpstream<void>('lists', (state) => {
        const isOld = (stored: number, now: number): boolean =>
          stored < now && (stored < tickAt || now - stored >= minuteMs);
        if (!isOld(state.shownAt, shown.shownAt) && !isOld(state.itemAt, shown.itemAt))
          return { result: undefined };
        const itemAt = Math.max(shown.itemAt, state.itemAt);
        const set = shown.shownAt < state.shownAt ? { itemAt } : { ...shown, itemAt };
        return { set, result: undefined };
      });
    },

    /** A 429 cuts the lane's rate, and holds its calls for `Retry-After` or a moment. */
    async slowDown(lane: Lane, retryAfterMs: number | null, began: BeganAt): Promise<void> {
      await changeUpstream<void>(lane, (state, now) => {
        const rate = rateAfterRefusal(state, began);
        if (rate === state && retryAfterMs === null) return { result: undefined };
        const pause = Math.min(retryAfterMs ?? 500 + random() * 500, longestWaitMs);
        const heldUntil = Math.max(state.heldUntil, now + pause);
        return { set: { ...rate, heldUntil }, result: undefined };
      });
    },

    /** Null if the lane is already paused or another call probes: the call then says nothing new. */
    async pause(lane: Lane, reason: PauseReason, probed: boolean): Promise<number | null> {
      return changeUpstream<number | null>(lane, (state, now) => {
        const othersProbe = state.pauseReason !== null && state.probeUntil > now && !probed;
        if (state.pausedUntil > now || othersProbe) return { result: null };
        const pausedUntil = now + pauseMs(reason, state.pauses);
        const set = {
          pausedUntil,
          pauseReason: reason,
          pauses: state.pauses + 1,
          probeUntil: 0,
          ...unknownRate,
        };
        return { set, result: pausedUntil };
      });
    },

    /** A successful probe, or a run by hand, ends a pause. */
    async resume(lane: Lane): Promise<void> {
      await changeUpstream<void>(lane, (state) => {
        if (state.pauseReason === null) return { result: undefined };
        const set = { pausedUntil: 0, pauseReason: null, pauses: 0, probeUntil: 0 };
        return { set, result: undefined };
      });
    },

    /** A probe had no clear result: the next call of any instance probes. */
    async passProbeOn(lane: Lane): Promise<void> {
      await changeUpstream<void>(lane, ({ pauseReason }) =>
        pauseReason === null ? { result: undefined } : { set: { probeUntil: 0 }, result: undefined },
      );
    },
  };
}

function none(askAgainAt: number): Reservation {
  return { moments: [], began: unknownRate, probing: false, askAgainAt };
}

function askedAfterProbe({ probeUntil }: UpstreamState, now: number): number {
  return Math.min(probeUntil, now + probeOutcomeMs);
}
