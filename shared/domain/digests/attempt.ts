import type { Random } from '../clock.ts';

/** What one HTTP call that tried to deliver a digest came to. */
export interface AttemptOutcome {
  /**
   * `delivered`: a 2xx. `retry`: again at the next time of the schedule. `gone`: the destination wants no more
   * (410 and its like): the route is disabled, its digests kept. `dead`: this digest can't be taken: kept, alarmed.
   */
  readonly outcome: 'delivered' | 'retry' | 'gone' | 'dead';
  /** True when the destination may have taken the digest although no 2xx came back. */
  readonly ambiguous: boolean;
  readonly status: number | null;
  /** In our words or the destination's own code word; never a response body, a URL or a secret. */
  readonly reason: string;
  /** From `Retry-After`, in milliseconds from now. */
  readonly retryAfterMs: number | null;
  /** With `retry`: a 429 that says by `retryAfterMs` when to come again. */
  readonly throttled?: boolean | undefined;
  /** With `retry`: no answer came in time, which keeps a sender from other work for as long as an attempt may take. */
  readonly timedOut?: boolean | undefined;
  /** With `retry`: the destination was not called, since what came before the call took too long. */
  readonly notBegun?: boolean | undefined;
  /** With `dead`: it is the form that was refused, so the digest's plain form may still be taken. */
  readonly formRefused?: boolean | undefined;
}

const htmlPage = 'with an HTML page';

/** The reason of a delivery that a web page took, and perhaps nobody who reads digests. */
export function describeHtmlPage(status: number): string {
  return `answered ${status} ${htmlPage}`;
}

export function isHtmlPage(reason: string): boolean {
  return reason.endsWith(htmlPage);
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** Delays before each attempt, from the attempt before it; the schedule of Standard Webhooks 1.0.0. */
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

/** Who says more than this is not busy for a moment: its 429 is a failure like any other. */
const longestPutOffMs = hour;
/** A destination that only ever says 429 is given up in the end. */
const longestThrottledMs = 24 * hour;
/** A destination that goes on with its 429s for longer is given more time than it asks for. */
const takenAtItsWordMs = 10 * minute;
const mostSpreadMs = 15 * minute;

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
 * When to come again after a 429 that says when, in milliseconds since the epoch: not before, and up to a quarter
 * later. After ten minutes of it, the later the longer it goes on: it will hardly be true the next time either.
 * `since` is when the digest was first put off. Null when the 429 counts as an attempt of the schedule: it asks
 * for more than an hour, or a day of putting off has changed nothing.
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

/** A quarter: all that was turned away together would otherwise come together again. */
function spreadOf(ms: number): number {
  return Math.min(ms / 4, mostSpreadMs);
}
