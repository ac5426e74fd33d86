import { isPast } from '../clock.ts';
import { parseDuration } from '../duration.ts';
import type { Delay } from './delay.ts';
import type { Route } from './route.ts';

/** At most so many messages in any span of that length. */
export interface MessageLimit {
  readonly messages: number;
  readonly spanMs: number;
}

/** The messages of a route that count for its limit. */
export interface SentMessages {
  /** How many were counted so far: tells a composer whether another one was faster. */
  readonly counted: number;
  /** When the last of them were created, oldest first; at least as many as the limit permits. */
  readonly times: readonly number[];
}

/** A route's messages with one more. */
export interface CountedMessage {
  readonly before: SentMessages;
  readonly after: SentMessages;
}

export const noMessages: SentMessages = { counted: 0, times: [] };

const spansMs = { 'a minute': 60_000, 'an hour': 3_600_000, 'a day': 86_400_000 } as const;

/** `"6 an hour"`: 1 to 100 messages a minute, an hour or a day. Their times are kept in one item. */
export const limitPattern = /^([1-9]\d?|100) (a minute|an hour|a day)$/;

export function limitOf({ atMost }: Pick<Route, 'atMost'>): MessageLimit | null {
  if (atMost === undefined) return null;
  const found = limitPattern.exec(atMost);
  if (!found) {
    throw new RangeError(`not a limit of messages: ${JSON.stringify(atMost)}; write it as "6 an hour"`);
  }
  return { messages: Number(found[1]), spanMs: spansMs[found[2] as keyof typeof spansMs] };
}

export function gatherMsOf({ gather }: Pick<Route, 'gather'>): number {
  return gather === undefined ? 0 : parseDuration(gather);
}

/**
 * How long a signal alone waits for others to go out with it, since it entered the outbox. One that a wrong clock put
 * into the future does not wait: its time may be far off.
 */
export function gatherDelay(route: Pick<Route, 'gather'>, enteredAt: number, now: number): Delay | null {
  const gatherMs = gatherMsOf(route);
  const until = enteredAt + gatherMs;
  return gatherMs > 0 && until > now && isPast(enteredAt, now) ? { reason: 'gather', until } : null;
}

/** How many messages may be created now. */
export function messagesLeft({ messages, spanMs }: MessageLimit, sent: SentMessages, now: number): number {
  const recent = pastTimes(sent, now).filter((time) => time > now - spanMs);
  return Math.max(0, messages - recent.length);
}

/** The first moment at which a message may be created, in the past if there is one left; null if it was never used up. */
export function nextMessageAt(
  { messages, spanMs }: MessageLimit,
  sent: SentMessages,
  now: number,
): number | null {
  const last = pastTimes(sent, now).at(-messages);
  return last === undefined ? null : last + spanMs;
}

export function countMessage({ messages }: MessageLimit, sent: SentMessages, now: number): SentMessages {
  const times = [...pastTimes(sent, now), now].sort((a, b) => a - b);
  return { counted: sent.counted + 1, times: times.slice(-messages) };
}

/** Without those of a wrong clock, which would silence the route until their time has come. */
function pastTimes({ times }: SentMessages, now: number): number[] {
  return times.filter((time) => isPast(time, now));
}
