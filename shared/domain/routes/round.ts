import { isPast } from '../clock.ts';

export interface Round {
  /** The time that it belongs to, which names its digests. Both in milliseconds since the epoch. */
  readonly at: number;
  /** Its last message was created then: its route gathers from then on, and misses no heartbeat before. */
  readonly createdAt: number;
  /** A reply is a digest, and belongs to its message: it is no message of the channel. */
  readonly parts: number;
  readonly messages: number;
  readonly signals: number;
  readonly hot: number;
  /** Signals that came in the quiet hours that their route waited for. */
  readonly inQuietHours: number;
  /** Its last message said that more follow. */
  readonly more: boolean;
}

/** The last report of a kind. Times in milliseconds since the epoch. */
export interface ReportMark {
  /** A heartbeat was created then; other reports belong to this time. Or the times were first seen then. */
  readonly at: number;
  /** The times that it belongs to: a schedule that was changed has missed nothing. */
  readonly times: string;
  /** The rows of the next report are looked up since then. */
  readonly since?: number | undefined;
}

const continuedMs = 3_600_000;

/** The next message belongs to this round if its last one said that more follow, not too long ago. */
export function isOpen(round: Round | null, now: number): boolean {
  return round?.more === true && isPast(round.at, now) && now - round.at < continuedMs;
}

/** `due`: the route's time that a new round belongs to, not later than `now`. */
export function roundAt(last: Round | null, now: number, due: number): Round {
  if (last !== null && isOpen(last, now)) return last;
  // Its digests are named by this time: no two rounds have the same.
  const at = last === null ? due : isPast(last.at, now) ? Math.max(due, last.at + 1) : now;
  return { at, createdAt: now, parts: 0, messages: 0, signals: 0, hot: 0, inQuietHours: 0, more: false };
}
