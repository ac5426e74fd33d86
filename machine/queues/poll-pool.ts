import type { Clock } from '../../shared/domain/clock.ts';
import type { QueueHandler } from './work-queue.ts';

/**
 * The number of poll messages processed at once. The calls in flight that a rate needs grow with the latency (Little's
 * law), so the pool grows while throughput grows with it, and while the process has CPU and memory to spare.
 */
export interface PollPool {
  /** Wraps the handler, to count the messages that end. */
  counted(handler: QueueHandler): QueueHandler;
  /** Messages of ten buyers to work off at once, from now on. */
  size(): number;
  /** The service failed: goes back to the smallest size, for an hour. More calls at once may be why it failed. */
  calm(): void;
}

export interface PollPoolPorts {
  readonly clock: Clock;
  /** The share of its time that the process was busy since the last call, from 0 to 1. */
  readonly busyShare: () => number;
  /** The memory of the process now, in bytes. */
  readonly memory: () => number;
}

/** Three messages are 30 lists in flight: enough for 400 calls a second if answers take 75 ms. */
const fewest = 3;
const most = 12;
/** A doubling must multiply the messages a second by at least this. Otherwise it only costs memory. */
const leastGain = 1.3;
/** Above, the calls wait for this process, not for the service. */
const mostBusy = 0.7;
/** Above, large pages are under way: one may have 10 MB. */
const mostMemory = 200_000_000;
/** A message that takes longer waits for the rate limiter, or for a service that does not need more calls. */
const slowMs = 20_000;
/** A size is judged after this many messages for each one that it processes at once. */
const rounds = 3;
/** Before the next doubling, after one that brought too little or after a return to the smallest size. */
const restMs = 60_000;
const calmMs = 3_600_000;
/** After this long without work the measurement starts again: idle time says nothing about a size. */
const idleMs = 1_000;

/** Doubles its size, and takes it back if that brought too little. */
export function createPollPool({ clock, busyShare, memory }: PollPoolPorts): PollPool {
  let size = fewest;
  /** Messages a second before the last doubling; null if none waits to be judged. */
  let rateBefore: number | null = null;
  let restsUntil = Number.NEGATIVE_INFINITY;
  let underWay = 0;
  let endedAt = Number.NEGATIVE_INFINITY;
  let [since, done] = [clock.now(), 0];

  const beginWindow = (): void => {
    busyShare();
    [since, done] = [clock.now(), 0];
  };

  const shrink = (forMs: number): void => {
    [size, rateBefore] = [fewest, null];
    restsUntil = Math.max(restsUntil, clock.now() + forMs);
    beginWindow();
  };

  const judge = (rate: number): void => {
    const now = clock.now();
    if (rateBefore !== null && rate < rateBefore * leastGain) {
      size /= 2;
      restsUntil = now + restMs;
    }
    rateBefore = null;
    if (size === most || now < restsUntil || busyShare() > mostBusy) return;
    rateBefore = rate;
    size *= 2;
  };

  return {
    counted(handler) {
      return async (event, context) => {
        const begunAt = clock.now();
        if (underWay === 0 && begunAt - endedAt > idleMs) beginWindow();
        underWay += 1;
        try {
          return await handler(event, context);
        } finally {
          underWay -= 1;
          endedAt = clock.now();
          done += 1;
          if (endedAt - begunAt > slowMs) shrink(restMs);
        }
      };
    },
    size() {
      if (memory() > mostMemory) shrink(restMs);
      else if (done >= rounds * size) {
        judge((1000 * done) / Math.max(1, clock.now() - since));
        beginWindow();
      }
      return size;
    },
    calm: () => shrink(calmMs),
  };
}
