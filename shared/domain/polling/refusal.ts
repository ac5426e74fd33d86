import { isPast } from '../clock.ts';
import { HttpStatusError } from '../errors.ts';

/**
 * A buyer whose list the service refuses to this token (403), or no longer knows (404). It rests between two tries, since
 * asking at each tick finds nothing out and would be told at each tick. Milliseconds since the epoch.
 */
export interface Refusal {
  readonly status: number;
  /** The first of those in a row. */
  readonly since: number;
  /** The one that the present rest began with. */
  readonly lastAt: number;
  /** How many in a row ended a rest, the first included. */
  readonly count: number;
  readonly toldAt: number;
}

/** What is known of a buyer beside the ledger's record of its scans. */
export interface Standing {
  /** LIVE, and its last scan was complete: nothing is left to do until a row names it. */
  readonly calm: boolean;
  readonly refusal: Refusal | null;
}

const hourMs = 3_600_000;
const restsMs = [hourMs, 6 * hourMs, 24 * hourMs];
/** Once a day; ticks are not on the second. */
const toldEveryMs = 23 * hourMs;

/** The status of a buyer's list that is refused as a whole; null for any other error. */
export function refusedStatus(error: unknown): number | null {
  const isRefused = error instanceof HttpStatusError && [403, 404].includes(error.status);
  return isRefused ? error.status : null;
}

export function nextTryAt({ count, lastAt }: Refusal): number {
  return lastAt + (restsMs[Math.min(count, restsMs.length) - 1] ?? hourMs);
}

export function isResting(refusal: Refusal | null, now: number): boolean {
  return refusal !== null && isPast(refusal.lastAt, now) && now < nextTryAt(refusal);
}

/**
 * The refusal after another one. `sooner`: a person wanted the try, or the token was in doubt. It is told in any case,
 * and makes a rest that is not over no longer.
 */
export function afterRefusal(
  before: Refusal | null,
  { status, sooner }: { readonly status: number; readonly sooner: boolean },
  now: number,
): { readonly refusal: Refusal; readonly isTold: boolean } {
  if (before === null) {
    return { refusal: { status, since: now, lastAt: now, count: 1, toldAt: now }, isTold: true };
  }
  const isTold = sooner || now - before.toldAt >= toldEveryMs || !isPast(before.toldAt, now);
  const rest = sooner && isResting(before, now) ? {} : { lastAt: now, count: before.count + 1 };
  return { refusal: { ...before, ...rest, status, toldAt: isTold ? now : before.toldAt }, isTold };
}
