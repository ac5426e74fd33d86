import type { Random } from '../clock.ts';

/** The outcome of one HTTP call that tried to deliver a digest. */
export interface AttemptOutcome {
  /**
   * `delivered`: a 2xx. `retry`: retried at the next time of the schedule. `gone`: the destination wants no more
   * digests (410 and the like): the route is disabled and its digests are kept. `dead`: the destination can't take
   * this digest: it is kept and raises an alarm.
   */
  readonly outcome: 'delivered' | 'retry' | 'gone' | 'dead';
  /** True if the destination may have accepted the digest although no 2xx came back. */
  readonly ambiguous: boolean;
  readonly status: number | null;
  /** In our words or the destination's own code word; never a response body, a URL or a secret. */
  readonly reason: string;
  /** From `Retry-After`, in milliseconds from now. */
  readonly retryAfterMs: number | null;
  /** With `retry`: a 429 with `retryAfterMs`. */
  readonly throttled?: boolean | undefined;
  /** With `retry`: no answer came in time. Such an attempt occupies a sender for the whole timeout. */
  readonly timedOut?: boolean | undefined;
  /** With `retry`: the destination was not called, because the steps before the call took too long. */
  readonly notBegun?: boolean | undefined;
  /** With `dead`: the destination rejected the form, so it may still accept the digest's plain form. */
  readonly formRefused?: boolean | undefined;
  /** With `delivered`: by what a reply to the message names it, where the destination has threads and said so. */
  readonly thread?: string | undefined;
  /** With `retry`: it does not take the digest as a reply, but may as a message of its own. */
  readonly threadRefused?: boolean | undefined;
}

const htmlPage = 'with an HTML page';

/** The reason of a delivery that was answered with a web page, so perhaps not by a receiver of digests. */
export function describeHtmlPage(status: number): string {
  return `answered ${status} ${htmlPage}`;
}

export function isHtmlPage(reason: string): boolean {
  return reason.endsWith(htmlPage);
}

const accepted = 'accepted by';

/** The reason of a delivery to a destination that posts a message later, and reports no failure then. */
export function describeAccepted(label: string, status: number | null): string {
  return `${accepted} ${label} (${status})`;
}

export function isAccepted(reason: string): boolean {
  return reason.startsWith(accepted);
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** The delay of each attempt after the previous one; the schedule of Standard Webhooks 1.0.0. */
export const attemptDelaysMs: readonly number[] = [
  0,
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
];

const longestRetryAfterMs = 24 * hour;

/** A destination that asks for more is not just busy: its 429 is a failure like any other. */
const longestPutOffMs = hour;
/** A destination that only answers 429 is given up after this long. */
const longestThrottledMs = 24 * hour;
/** A destination that keeps answering 429 for longer gets more time than it asks for. */
const takenAtItsWordMs = 10 * minute;
const mostSpreadMs = 15 * minute;

/** The delay of the attempt that follows so many, in milliseconds; 0 when the schedule is used up. */
export function delayAfter(attemptsMade: number): number {
  return attemptDelaysMs[attemptsMade] ?? 0;
}

/**
 * When to try again after `attemptsMade` attempts, in milliseconds since the epoch, or null when the
 * schedule is used up. Up to a tenth is added as jitter; a longer `Retry-After` wins, up to 24 hours, with up to a
 * quarter more.
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
 * When to try again after a 429 with `Retry-After`, in milliseconds since the epoch: up to a quarter later than asked.
 * After ten minutes of 429s the delay grows the longer they go on, since the next `Retry-After` is probably too short
 * as well. `since` is when the digest was first put off. Null when the 429 counts as an attempt of the schedule: it
 * asks for more than an hour, or the digest has been put off for a day.
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

/** A quarter: digests that were throttled together would otherwise all return together. */
function spreadOf(ms: number): number {
  return Math.min(ms / 4, mostSpreadMs);
}
