import { type PauseReason, pauseMs } from '../domain/breaker.ts';
import type { Random } from '../domain/clock.ts';
import { UpstreamPausedError } from '../domain/errors.ts';
import { afterComplaint, type RateState, rateAt } from '../domain/request-rate.ts';
import { equals, missing } from './conditions.ts';
import { upstreamKey } from './keys.ts';
import { numberOf, stringOf } from './read-item.ts';
import { ConditionFailedError, type Item, type Table, TableUnavailableError } from './table.ts';

/** What all instances share of upstream: the rate, who calls when, and whether anybody calls at all. */
interface UpstreamState extends RateState {
  readonly ver: number;
  /** The first moment that nobody has reserved yet. */
  readonly nextFreeAt: number;
  readonly pausedUntil: number;
  readonly pauseReason: PauseReason | null;
  readonly pauses: number;
}

export interface Reservation {
  /** In milliseconds since the epoch: at each of them one call may begin. */
  readonly moments: readonly number[];
  /** Upstream was paused: this one call finds out whether it may go on. */
  readonly probing: boolean;
}

export interface UpstreamPorts {
  readonly clock: { now(): number; sleep(ms: number): Promise<void> };
  readonly random: Random;
}

const tries = 20;
/** So long a probe of a paused upstream may take before another instance tries. */
const probeMs = 20_000;

/**
 * Reserves the next `calls` moments at the present rate, after all that others reserved (a virtual schedule, as
 * in the generic cell rate algorithm). Throws `UpstreamPausedError` while upstream is paused; the first to ask
 * after a pause gets one moment, to probe.
 */
export async function reserveCalls(table: Table, ports: UpstreamPorts, calls: number): Promise<Reservation> {
  for (let attempt = 1; ; attempt++) {
    const now = ports.clock.now();
    const state = await readState(table, now);
    if (state.pausedUntil > now)
      throw new UpstreamPausedError(state.pauseReason ?? 'failing', state.pausedUntil);
    const probing = state.pauseReason !== null;
    const wanted = probing ? 1 : calls;
    const gapMs = 1000 / rateAt(state, now);
    const first = Math.max(state.nextFreeAt, now);
    const set = {
      since: state.since,
      nextFreeAt: first + wanted * gapMs,
      ver: state.ver + 1,
      ...(probing ? { pausedUntil: now + probeMs } : {}),
    };
    if (await write(table, state, set)) {
      const moments = Array.from({ length: wanted }, (_, index) => first + index * gapMs);
      return { moments, probing };
    }
    if (attempt === tries) throw new TableUnavailableError('the call limiter is contended', 'no');
    await ports.clock.sleep(ports.random() * 10 * attempt);
  }
}

/** A 429: the rate halves, once in ten seconds at most, and nobody calls for a moment or for what `Retry-After` asks. */
export async function slowDown(
  table: Table,
  ports: UpstreamPorts,
  retryAfterMs: number | null,
): Promise<void> {
  const now = ports.clock.now();
  const state = await readState(table, now);
  const { ceiling, since } = afterComplaint(state, now);
  if (since === state.since && retryAfterMs === null) return;
  const pause = retryAfterMs ?? 1_000 + ports.random() * 1_000;
  const nextFreeAt = Math.max(state.nextFreeAt, now + pause);
  const set = { since, nextFreeAt, ver: state.ver + 1, ...(ceiling === null ? {} : { ceiling }) };
  // When another instance was faster, it has slowed all of them down.
  await write(table, state, set);
}

/**
 * Nobody calls for a while; longer each time in a row. Answers until when, or null when calling has ended already:
 * what was under way then tells nothing new, save for the call that probed.
 */
export async function pauseUpstream(
  table: Table,
  ports: UpstreamPorts,
  reason: PauseReason,
  probed: boolean,
): Promise<number | null> {
  const now = ports.clock.now();
  const state = await readState(table, now);
  if (state.pausedUntil > now && !probed) return null;
  const pausedUntil = now + pauseMs(reason, state.pauses);
  const set = {
    pausedUntil,
    pauseReason: reason,
    pauses: state.pauses + 1,
    since: state.since,
    ver: state.ver + 1,
  };
  return (await write(table, state, set)) ? pausedUntil : null;
}

/** A call went well after a pause: everybody calls again, at the first rate. */
export async function resumeUpstream(table: Table, ports: UpstreamPorts): Promise<void> {
  const now = ports.clock.now();
  const item = await table.get(upstreamKey);
  if (item === undefined || stringOf(item, 'pauseReason') === null) return;
  const state = stateOf(item, now);
  try {
    await table.update({
      key: upstreamKey,
      set: { pausedUntil: 0, pauses: 0, nextFreeAt: now, since: now, ver: state.ver + 1 },
      remove: ['pauseReason'],
      condition: equals('ver', state.ver),
    });
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/** Why and until when nobody calls; null when calls go through. */
export async function readPause(
  table: Table,
  now: number,
): Promise<{ readonly reason: PauseReason; readonly until: number } | null> {
  const { pausedUntil, pauseReason } = await readState(table, now);
  return pauseReason !== null && pausedUntil > now ? { reason: pauseReason, until: pausedUntil } : null;
}

async function write(
  table: Table,
  before: UpstreamState,
  set: Record<string, number | string>,
): Promise<boolean> {
  const unchanged = before.ver === 0 ? missing('ver') : equals('ver', before.ver);
  try {
    await table.update({ key: upstreamKey, set: { v: 1, ...set }, condition: unchanged });
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return false;
    throw error;
  }
}

async function readState(table: Table, now: number): Promise<UpstreamState> {
  return stateOf((await table.get(upstreamKey)) ?? { ...upstreamKey }, now);
}

function stateOf(item: Item, now: number): UpstreamState {
  const reason = stringOf(item, 'pauseReason');
  return {
    ver: numberOf(item, 'ver') ?? 0,
    ceiling: numberOf(item, 'ceiling'),
    since: numberOf(item, 'since') ?? now,
    nextFreeAt: numberOf(item, 'nextFreeAt') ?? 0,
    pausedUntil: numberOf(item, 'pausedUntil') ?? 0,
    pauseReason: reason === 'failing' || reason === 'rejected' ? reason : null,
    pauses: numberOf(item, 'pauses') ?? 0,
  };
}
