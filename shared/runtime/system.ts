import { setTimeout as sleepFor } from 'node:timers/promises';
import type { Clock, Random } from '../domain/clock.ts';

/** The machine's own clock and random source: what the ports are in the cloud and on one machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => sleepFor(ms, undefined, signal ? { signal } : {}),
};

export const systemRandom: Random = () => Math.random();
