import { clocksMs, hasCome } from '../clock.ts';
import { dayMs, hourMs } from '../duration.ts';

/**
 * A buyer's item in the ledger holds when it is polled next, `dueAt`. A tick queues the buyers that are due and,
 * whatever their time, those that a changed row names. All times are milliseconds since the epoch.
 *
 * | what happens                      | the buyer is due                                        |
 * | --------------------------------- | ------------------------------------------------------- |
 * | it is found, or listed anew       | now                                                     |
 * | `watch.allEvery` was shortened    | now, if its time lies beyond it                         |
 * | its list was read completely      | at its own moment of the next `watch.allEvery`          |
 * | its poll failed                   | at the next tick; after an hour of failures, each hour  |
 * | the same items are always missing | the same; after a day of it, once in `watch.allEvery`   |
 * | its list is refused               | after one hour, six hours, then a day each time         |
 * | its poll could not begin          | at the next tick                                        |
 */
export interface PollTimes {
  /** Null if it is not watched. */
  readonly dueAt: number | null;
  /** The first of the failures, or refusals, in a row; null if its last poll was complete. */
  readonly failingSince: number | null;
  /** Refusals of the list in a row. */
  readonly refusals: number;
}

export interface Postponed extends PollTimes {
  readonly dueAt: number;
  readonly failingSince: number;
}

const restsMs = [hourMs, 6 * hourMs, dayMs];

/** No rule puts a due time further ahead: `watch.allEvery` is at most a day. A later one comes from a wrong clock. */
export const farthestMs = dayMs + clocksMs;

export function isPollDue({ dueAt }: Pick<PollTimes, 'dueAt'>, now: number): boolean {
  return dueAt !== null && hasCome(dueAt, now, farthestMs);
}

/** It was read before, and is watched no more: a poll that was queued before that gives it no new time. */
export function isRetired({
  dueAt,
  lastCompleteAt,
}: Pick<PollTimes, 'dueAt'> & { readonly lastCompleteAt: number | null }): boolean {
  return dueAt === null && lastCompleteAt !== null;
}

/** A buyer whose polls have failed for so long says nothing more of the service. */
export function isLongFailing({ failingSince }: Pick<PollTimes, 'failingSince'>, now: number): boolean {
  return failingSince !== null && now - failingSince >= hourMs;
}

/** A row does not wake a refused buyer: it would be refused at each tick. */
export function isResting(times: Pick<PollTimes, 'dueAt' | 'refusals'>, now: number): boolean {
  return times.refusals > 0 && !isPollDue(times, now);
}

/** The moment depends on the buyer's id, so that the buyers do not all come at one tick. */
export function regularAt(buyerId: string, readAt: number, periodMs: number): number {
  // FNV-1a, 32 bits, of the whole id: ids that are ordered by time (UUIDv7) begin alike.
  let hash = 0x811c9dc5;
  for (const char of buyerId) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  const offset = (hash >>> 0) % dayMs;
  return (Math.floor((readAt + offset) / periodMs) + 1) * periodMs - offset;
}

/** `stillMs` is set for a list that lacks the same items each time: after a day, reading it often helps nobody. */
export function afterFailure({ failingSince }: PollTimes, now: number, stillMs = 0): Postponed {
  const since = failingSince ?? now;
  const failingMs = now - since;
  const laterMs = failingMs < dayMs ? hourMs : Math.max(hourMs, stillMs);
  return { failingSince: since, dueAt: failingMs < hourMs ? now : now + laterMs, refusals: 0 };
}

/** `isConcluded`: the service showed others since the last refusal, so that the rest gets longer. */
export function timesAfterRefusal(before: PollTimes, now: number, isConcluded = true): Postponed {
  const refusals = before.refusals + Number(isConcluded);
  const since = before.refusals === 0 ? now : before.failingSince;
  const rest = restsMs[Math.min(refusals, restsMs.length) - 1] as number;
  return { failingSince: since ?? now, dueAt: now + rest, refusals };
}

/** A try that concludes nothing makes no rest longer. */
export function timesAfterUndecided(before: PollTimes, now: number): Postponed {
  return before.refusals > 0 ? timesAfterRefusal(before, now, false) : afterFailure(before, now);
}

/** A refusal lasts until a person changes something: it is told at first, and then about once a day. */
export function isRefusalTold({ refusals }: Pick<PollTimes, 'refusals'>): boolean {
  return refusals === 1 || refusals > restsMs.length;
}
