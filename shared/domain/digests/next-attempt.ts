import { clocksMs, type Random } from '../clock.ts';
import { hourMs, minuteMs } from '../duration.ts';
import type { AttemptOutcome } from './attempt.ts';
import type { DigestClaim, Settlement } from './delivery.ts';

// Every rule on when a digest is tried again is in this file.

/** Each delay follows the previous attempt; the schedule is that of Standard Webhooks 1.0.0. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5_000,
  5 * minuteMs,
  30 * minuteMs,
  2 * hourMs,
  5 * hourMs,
  10 * hourMs,
  14 * hourMs,
  20 * hourMs,
  24 * hourMs,
];

const longestRetryAfterMs = 24 * hourMs;

/** A destination that asks for more is not just busy: its 429 is a failure like any other. */
const longestPutOffMs = hourMs;
/** A destination that only answers 429 is given up after this long. */
const longestThrottledMs = 24 * hourMs;
/** A destination that keeps answering 429 for longer gets more time than it asks for. */
const takenAtItsWordMs = 10 * minuteMs;
const mostSpreadMs = 15 * minuteMs;

/** A digest whose sender stores no outcome is never due before its lease has ended on every clock. */
export function dueAfterClaim(attempts: number, leaseUntil: number, now: number): number {
  return Math.max(leaseUntil + clocksMs, now + (attemptDelaysMs[attempts] ?? 0));
}

/** No rule here puts a digest off for longer. A time beyond it comes from a wrong clock, and counts as now. */
export const farthestMs = 30 * hourMs;

/** The next config may have another route for a digest that its route can't take. */
export function lookAgainAt(now: number): number {
  return now + hourMs;
}

/** The next config may have other quiet hours. */
export function quietPutOffUntil(quietEnd: number, now: number): number {
  return Math.min(quietEnd, lookAgainAt(now));
}

/** An attempt of the first message is over soon. */
const soonMs = 5_000;

/** The delivery of the first message, which is due at `firstDueAt`, makes its reply due at once. */
export function replyPutOffUntil(firstDueAt: number | null, now: number): number {
  return Math.min(Math.max(firstDueAt ?? 0, now + soonMs), lookAgainAt(now));
}

export const longestPauseMs = 15 * minuteMs;

/** A route's digests wait a minute, doubled with each timeout in a row. */
export function pauseAfter(timeouts: number): number {
  return Math.min(minuteMs * 2 ** (timeouts - 1), longestPauseMs);
}

/**
 * Milliseconds since the epoch; null when the schedule is used up. Up to a tenth is added as jitter; a longer
 * `Retry-After` wins, up to 24 hours, with up to a quarter more.
 */
export function nextAttemptAt(
  attemptsMade: number,
  now: number,
  random: Random,
  retryAfterMs: number | null = null,
): number | null {
  const delay = attemptDelaysMs[attemptsMade];
  if (delay === undefined) return null;
  const jittered = delay * (1 + random() / 10);
  const asked = Math.min(retryAfterMs ?? 0, longestRetryAfterMs);
  return Math.round(now + Math.max(jittered, asked + random() * spreadOf(asked)));
}

/**
 * A 429 with `Retry-After` puts a digest off, up to a quarter longer than asked; milliseconds since the epoch. After
 * ten minutes of 429s the delay grows the longer they go on, since the next `Retry-After` is probably too short as
 * well. `since` is when the digest was first put off. Null when the 429 counts as an attempt of the schedule: it asks
 * for more than an hour, or the digest has been put off for a day.
 */
export function putOffUntil(
  { throttled = false, retryAfterMs }: Pick<AttemptOutcome, 'throttled' | 'retryAfterMs'>,
  since: number,
  now: number,
  random: Random,
): number | null {
  const goesOnFor = now - since;
  if (!throttled || retryAfterMs === null || retryAfterMs > longestPutOffMs) return null;
  if (goesOnFor > longestThrottledMs) return null;
  const spread = Math.max(spreadOf(retryAfterMs), spreadOf(goesOnFor - takenAtItsWordMs));
  return Math.round(now + retryAfterMs + random() * spread);
}

/** Digests that were throttled together would otherwise all return together. */
function spreadOf(ms: number): number {
  return Math.min(ms / 4, mostSpreadMs);
}

/** `attempted` is false if the step uses up no attempt. */
export interface NextStep {
  readonly settlement: Settlement;
  readonly reason: string;
  readonly attempted: boolean;
}

export function stepAfter(
  claim: Pick<DigestClaim, 'attempts' | 'throttledSince' | 'rewritable' | 'replyTo' | 'alone'>,
  outcome: AttemptOutcome,
  now: number,
  random: Random,
): NextStep {
  const { reason } = outcome;
  const step = (settlement: Settlement, attempted = true): NextStep => ({ settlement, reason, attempted });
  if (outcome.formRefused && claim.rewritable) {
    return step({ to: 'FROZEN', nextAttemptAt: now, form: 'plain' });
  }
  if (outcome.notBegun) return step(putOffOf(claim, now), false);
  if (outcome.outcome === 'delivered') return step({ to: 'DELIVERED', thread: outcome.thread });
  if (outcome.outcome === 'gone') return step({ to: 'HELD', lookAgainAt: lookAgainAt(now), reason });
  if (outcome.outcome === 'dead') return step({ to: 'DEAD', reason });
  const since = claim.throttledSince ?? now;
  const askedAt = putOffUntil(outcome, since, now, random);
  if (askedAt !== null) {
    const asked = `${reason}; retried as Retry-After asks, which uses up no attempt`;
    const settlement = putOffOf({ throttledSince: since }, askedAt, asked);
    return { settlement, reason: asked, attempted: false };
  }
  const next = nextAttemptAt(claim.attempts + 1, now, random, outcome.retryAfterMs);
  if (next === null) {
    return step({ to: 'DEAD', reason: `every attempt of the schedule failed; the last: ${reason}` });
  }
  // A destination that refuses a reply may take it as a message of its own. Once: it may refuse that message, too.
  if (outcome.threadRefused && claim.replyTo !== undefined && !claim.alone) {
    return step({ to: 'FROZEN', nextAttemptAt: now, alone: true, reason });
  }
  // The time is kept only while the destination keeps answering 429, so that the limit of a day starts anew after an
  // outage.
  return step(putOffOf(outcome.status === 429 ? claim : {}, next, reason));
}

/** A digest that is attempted is failing, not late. An attempt that a 429 put off leaves its reason, and is not counted. */
export function isAttempted(digest: { readonly attempts: number; readonly reason: string | null }): boolean {
  return digest.attempts > 0 || digest.reason !== null;
}

const putOffWords = 'put off: ';

/** The reason of a digest for which no attempt began. */
export function putOffReason(why: string): string {
  return `${putOffWords}${why}`;
}

export function isPutOff(reason: string | null): boolean {
  return reason?.startsWith(putOffWords) === true;
}

/** The next sweep, or the time `until`, tries again, after the attempts that were made. */
export function putOffOf(
  { throttledSince }: Pick<DigestClaim, 'throttledSince'>,
  until: number,
  reason?: string,
): Settlement {
  const told = reason === undefined ? {} : { reason };
  const throttled = typeof throttledSince === 'number' ? { throttledSince } : {};
  return { to: 'FROZEN', nextAttemptAt: until, ...told, ...throttled };
}
