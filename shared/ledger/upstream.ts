import { type PauseReason, pauseMs } from '../domain/breaker.ts';
import { UpstreamPausedError } from '../domain/errors.ts';
import { afterComplaint, rateAt } from '../domain/request-rate.ts';
import { type Table, TableUnavailableError } from './table.ts';
import { type TryAgainPorts, tryAgain } from './try-again.ts';
import { readUpstream, type UpstreamState, writeUpstream } from './upstream-item.ts';

export interface Reservation {
  /** In milliseconds since the epoch: at each of them one call may begin. Empty: ask again, see `askAgainAt`. */
  readonly moments: readonly number[];
  /** Upstream was paused: this one call finds out whether it may go on. */
  readonly probing: boolean;
  /** When it makes sense to ask again, for who got no moment: the next one is too far off, or another probes. */
  readonly askAgainAt: number | null;
}

/** Ten instances that all write at once are done after a handful. */
const tries = 20;
/** Longer than the longest call takes: only when the one who probes has died does another one try. */
export const probeMs = 75_000;
const probeOutcomeMs = 500;
/** Who may not probe waits for who may: that one comes with a tick, so asking more often finds nothing out. */
const noProbeMs = 60_000;
/**
 * No honest reservation reaches further ahead: callers reserve two seconds at most, and a call at the lowest rate takes
 * five. What does comes from an instance whose clock is fast; waiting for its time could outlast a whole invocation.
 */
const furthestMs = 10_000;
/** A mistaken header must not end calling for ever. */
export const longestRetryAfterMs = 3_600_000;

/**
 * Reserves the next `calls` moments at the present rate, after all that others reserved (a virtual schedule, as
 * in the generic cell rate algorithm), none of them after `latest`: what is reserved and not used is
 * lost to all. Throws `UpstreamPausedError` while upstream is paused; the first to ask after a pause gets
 * one moment, to probe, and the others none until it is known what came of that. Who may not probe meets
 * a pause that goes on, as long as nobody probes.
 */
export async function reserveCalls(
  table: Table,
  ports: TryAgainPorts,
  calls: number,
  latest = Number.POSITIVE_INFINITY,
  mayProbe = true,
): Promise<Reservation> {
  return change<Reservation>(table, ports, (state, now) => {
    if (state.pausedUntil > now)
      throw new UpstreamPausedError(state.pauseReason ?? 'failing', state.pausedUntil);
    const probing = state.pauseReason !== null;
    if (probing && state.probeUntil > now) {
      const askAgainAt = Math.min(state.probeUntil, now + probeOutcomeMs);
      return { result: { moments: [], probing: false, askAgainAt } };
    }
    if (probing && !mayProbe) throw new UpstreamPausedError(state.pauseReason ?? 'failing', now + noProbeMs);
    const gapMs = 1000 / rateAt(state, now);
    const reserved = state.nextFreeAt - now > furthestMs ? now : state.nextFreeAt;
    const first = Math.max(reserved, state.heldUntil, now);
    if (first > latest) return { result: { moments: [], probing: false, askAgainAt: first } };
    const wanted = probing ? 1 : Math.min(calls, 1 + Math.floor((latest - first) / gapMs));
    const moments = Array.from({ length: wanted }, (_, index) => first + index * gapMs);
    return {
      set: { nextFreeAt: first + wanted * gapMs, ...(probing ? { probeUntil: now + probeMs } : {}) },
      result: { moments, probing, askAgainAt: null },
    };
  });
}

/** A 429: the rate halves, once in ten seconds at most, and nobody calls for a moment or for what `Retry-After` asks. */
export async function slowDown(
  table: Table,
  ports: TryAgainPorts,
  retryAfterMs: number | null,
): Promise<void> {
  await change<void>(table, ports, (state, now) => {
    const rate = afterComplaint(state, now);
    if (rate === state && retryAfterMs === null) return { result: undefined };
    const pause = Math.min(retryAfterMs ?? 500 + ports.random() * 500, longestRetryAfterMs);
    const heldUntil = Math.max(state.heldUntil, now + pause);
    return { set: { ...rate, heldUntil }, result: undefined };
  });
}

/**
 * Nobody calls for a while; longer each time in a row. Answers until when, or null when calling has ended already:
 * what was under way then tells nothing new, nor does it while another call probes.
 */
export async function pauseUpstream(
  table: Table,
  ports: TryAgainPorts,
  reason: PauseReason,
  probed: boolean,
): Promise<number | null> {
  return change<number | null>(table, ports, (state, now) => {
    const othersProbe = state.pauseReason !== null && state.probeUntil > now && !probed;
    if (state.pausedUntil > now || othersProbe) return { result: null };
    const pausedUntil = now + pauseMs(reason, state.pauses);
    const set = { pausedUntil, pauseReason: reason, pauses: state.pauses + 1, probeUntil: 0 };
    return { set, result: pausedUntil };
  });
}

/** A call went well after a pause, or a run by hand starts anew: everybody calls again, carefully at first. */
export async function resumeUpstream(table: Table, ports: TryAgainPorts): Promise<void> {
  await change<void>(table, ports, (state, now) => {
    if (state.pauseReason === null) return { result: undefined };
    const set = { pausedUntil: 0, pauseReason: null, pauses: 0, probeUntil: 0, since: now };
    return { set, result: undefined };
  });
}

/** Why and until when nobody calls; null when calls go through. */
export async function readPause(
  table: Table,
  now: number,
): Promise<{ readonly reason: PauseReason; readonly until: number } | null> {
  const { pausedUntil, pauseReason } = await readUpstream(table, now);
  return pauseReason !== null && pausedUntil > now ? { reason: pauseReason, until: pausedUntil } : null;
}

interface Change<Result> {
  /** Nothing is written without it. */
  readonly set?: Partial<UpstreamState>;
  readonly result: Result;
}

/**
 * Reads what is shared, decides, and writes unless another instance wrote in between: then decides anew on what
 * that one wrote. A complaint or a pause that gave way to a mere reservation would be forgotten.
 */
async function change<Result>(
  table: Table,
  ports: TryAgainPorts,
  decide: (state: UpstreamState, now: number) => Change<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const before = await tryAgain(ports, () => readUpstream(table, ports.clock.now()));
    const { set, result } = decide(before, ports.clock.now());
    if (set === undefined) return result;
    const after = { ...before, ...set, ver: before.ver + 1 };
    if (await tryAgain(ports, () => writeUpstream(table, before, after))) return result;
    if (attempt === tries) throw new TableUnavailableError('the call limiter is contended', 'no');
    await ports.clock.sleep(ports.random() * 10 * attempt);
  }
}
