import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Clock, Random } from '../domain/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await sleepFor(ms, undefined, signal ? { signal } : {});
    } catch (error) {
      // Node throws its own AbortError instead of the reason.
      throw signal?.aborted ? signal.reason : error;
    }
  },
};

export const systemRandom: Random = () => Math.random();
