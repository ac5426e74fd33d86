import { HttpStatusError, TransportError } from '../domain/errors.ts';

export interface FailedAttempt {
  readonly error: unknown;
  /** 1 after the first attempt. */
  readonly attemptsMade: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly deadline: number | null;
  /** How long the next attempt may take. */
  readonly timeoutMs: number;
  /** From 0 (included) to 1 (excluded). */
  readonly random: number;
}

const mostAttempts = 3;
const baseDelayMs = 500;
const longestDelayMs = 8_000;
const longestRetryAfterMs = 60_000;
const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * After how many milliseconds to retry: exponential backoff with full jitter, or the answer's `Retry-After`. Null to
 * give up, also if `Retry-After` is over a minute or past the deadline. All four operations only read, so each may be repeated.
 */
export function retryDelay(failed: FailedAttempt): number | null {
  if (failed.attemptsMade >= mostAttempts || !isRetryable(failed.error)) return null;
  const retryAfterMs = failed.error instanceof HttpStatusError ? failed.error.retryAfterMs : null;
  if (retryAfterMs !== null && retryAfterMs > longestRetryAfterMs) return null;
  const ceilingMs = Math.min(longestDelayMs, baseDelayMs * 2 ** (failed.attemptsMade - 1));
  const delayMs = retryAfterMs ?? Math.floor(failed.random * ceilingMs);
  return canFinish(failed.now + delayMs, failed) ? delayMs : null;
}

/** Whether an attempt that begins at `start` ends before the deadline even if it takes its whole timeout. */
export function canFinish(
  start: number,
  limits: { readonly deadline: number | null; readonly timeoutMs: number },
): boolean {
  return limits.deadline === null || start + limits.timeoutMs <= limits.deadline;
}

function isRetryable(error: unknown): boolean {
  if (error instanceof TransportError) return error.code !== 'BODY_TOO_LARGE';
  return error instanceof HttpStatusError && retryableStatuses.has(error.status);
}
