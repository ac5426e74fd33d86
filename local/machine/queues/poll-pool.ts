import type { Clock } from '../../../shared/domain/clock.ts';
import type { QueueHandler } from './pump.ts';

/**
 * How many messages of polls are worked off at once. What must be in flight to use a service's rate grows with its
 * latency (Little's law), so the pool grows while that brings more, and while the process and its memory have room.
 */
export interface PollPool {
  /** The handler, counted. */
  counted(handler: QueueHandler): QueueHandler;
  /** Messages of ten buyers to work off at once, from now on. */
  size(): number;
}

export interface PollPoolPorts {
  readonly clock: Clock;
  /** The share of its time that the process was busy since the last question, from 0 to 1. */
  readonly busyShare: () => number;
  /** What the process takes now, in bytes. */
  readonly memory: () => number;
}

/** Thirty lists: as many as a service needs that answers 400 calls a second after 75 ms, or 60 after half a second. */
const fewest = 3;
const most = 12;
/** Twice the size must bring that many times the messages, or it only takes memory. */
const leastGain = 1.3;
/** Above, what the calls wait for is this process. */
const mostBusy = 0.7;
/** Above, large pages are under way: one may have 10 MB. */
const mostMemory = 200_000_000;
/** Messages to judge a size by, for each that it works off at once. */
const rounds = 3;
/** Longer than that, and the service answers so slowly that a larger pool would only fill the rate limiter's queue. */
const slowMs = 20_000;
/** After a size that brought nothing. Then the service may have another rate or latency. */
const restMs = 60_000;

/** Doubles its size, and takes it back if that brought too little. */
export function createPollPool({ clock, busyShare, memory }: PollPoolPorts): PollPool {
  let size = fewest;
  /** Messages a second before the last doubling; null if it is judged. */
  let before: number | null = null;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let underWay = 0;
  let [since, done] = [clock.now(), 0];

  const beginWindow = (): void => {
    busyShare();
    [since, done] = [clock.now(), 0];
  };

  const judge = (perSecond: number): void => {
    const now = clock.now();
    if (before !== null && perSecond < before * leastGain) {
      size /= 2;
      restsUntil = now + restMs;
    }
    before = null;
    if (size === most || now < restsUntil || busyShare() > mostBusy) return;
    before = perSecond;
    size *= 2;
  };

  return {
    counted(handler) {
      return async (event, context) => {
        // The time without work says nothing.
        if (underWay === 0) beginWindow();
        underWay += 1;
        try {
          return await handler(event, context);
        } finally {
          underWay -= 1;
          done += 1;
        }
      };
    },
    size() {
      const ms = Math.max(1, clock.now() - since);
      if (memory() > mostMemory || (underWay > 0 && ms > slowMs)) {
        [size, before] = [fewest, null];
        beginWindow();
      } else if (done >= rounds * size) {
        judge((1000 * done) / ms);
        beginWindow();
      }
      return size;
    },
  };
}
