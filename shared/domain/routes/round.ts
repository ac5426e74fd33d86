import { isPast } from '../clock.ts';

/** The messages that a route created together. */
export interface Round {
  /** The time that it belongs to, which names its digests. Both in milliseconds since the epoch. */
  readonly at: number;
  /** When its first message was created: its route gathers from then on. */
  readonly createdAt: number;
  /** Its digests, and those of them that are messages of a channel: a reply belongs to its message. */
  readonly parts: number;
  readonly messages: number;
  readonly signals: number;
  readonly hot: number;
  /** How many of them came in the quiet hours that their route waited for. */
  readonly inQuietHours: number;
  /** Its last message said that more follow. */
  readonly more: boolean;
}

/** The last report of a kind in its route's item. Times in milliseconds since the epoch. */
export interface ReportMark {
  /** Of a heartbeat when it was created, of the others the time that they belong to; or when the times were first seen. */
  readonly at: number;
  /** The times that it belongs to: a schedule that was changed has missed nothing. */
  readonly times: string;
  /** Since when the rows of the next one are looked up. */
  readonly since?: number | undefined;
}

const continuedMs = 3_600_000;

/** Whether the next message belongs to this round: its last one said that more follow, not too long ago. */
export function isOpen(round: Round | null, now: number): boolean {
  return round?.more === true && isPast(round.at, now) && now - round.at < continuedMs;
}

/**
 * The round that the next message belongs to, or a new one: a crash may have ended one that said that more follow. `due`:
 * the route's time that the new one belongs to, not later than `now`.
 */
export function roundAt(last: Round | null, now: number, due: number): Round {
  if (last !== null && isOpen(last, now)) return last;
  // Its digests are named by this time: no two rounds have the same.
  const at = last === null ? due : isPast(last.at, now) ? Math.max(due, last.at + 1) : now;
  return { at, createdAt: now, parts: 0, messages: 0, signals: 0, hot: 0, inQuietHours: 0, more: false };
}
