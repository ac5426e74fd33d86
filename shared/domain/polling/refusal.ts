import { isPast } from '../clock.ts';
import { HttpStatusError } from '../errors.ts';

/**
 * The service refuses a buyer's list to this token (403), or no longer knows the buyer (404). The buyer rests between
 * two tries: a try at each tick would learn nothing and report a failure each time. Times in milliseconds since the
 * epoch.
 */
export interface Refusal {
  readonly status: number;
  /** The first refusal in a row. */
  readonly since: number;
  /** The refusal that began the current rest. */
  readonly lastAt: number;
  /** The number of rests in this row of refusals. */
  readonly count: number;
  readonly toldAt: number;
}

/** A buyer's state in the plan of polls. */
export interface Standing {
  /** Its last scan was complete, or it was never watched: nothing to do until a row names it. */
  readonly calm: boolean;
  readonly refusal: Refusal | null;
}

const hourMs = 3_600_000;
const restsMs = [hourMs, 6 * hourMs, 24 * hourMs];
/** Once a day; an hour less, since ticks vary by seconds. */
const toldEveryMs = 23 * hourMs;

/** The status if the service refused a buyer's whole list; null for any other error. */
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
 * The state after another refusal. `sooner`: a person asked for this try, or the token was in doubt. Then the refusal
 * is always told, and does not extend the current rest.
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
