import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Clock, Random } from '../domain/clock.ts';

/** The machine's own clock and random source: what the ports are in the cloud and on one machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await sleepFor(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      // Node wraps the reason into an AbortError of its own.
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

export const systemRandom: Random = () => Math.random();
