import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../shared/domain/clock.ts';

export interface VirtualClock extends Clock {
  /** Moves time on, waking each sleeper at its own time and letting it do what it does before the next wakes. */
  advance(ms: number): Promise<void>;
  /** Sets it forward, or back where `ms` is negative, as a machine's sleep or a person does: no timer has run meanwhile. */
  jump(ms: number): void;
}

/** A clock that stands still until it is told. */
export function createVirtualClock(start: number | string): VirtualClock {
  let now = typeof start === 'string' ? Date.parse(start) : start;
  const sleepers = new Set<{ until: number; readonly wake: () => void }>();
  const settle = async () => {
    for (let turns = 0; turns < 5; turns++) await turn();
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (ms <= 0) return resolve();
        const sleeper = { until: now + ms, wake: resolve };
        sleepers.add(sleeper);
        signal?.addEventListener('abort', () => {
          sleepers.delete(sleeper);
          reject(signal.reason);
        });
      }),
    jump(ms) {
      now += ms;
      for (const sleeper of sleepers) sleeper.until += ms;
    },
    async advance(ms) {
      const end = now + ms;
      await settle();
      for (;;) {
        const [next] = [...sleepers].filter(({ until }) => until <= end).sort((a, b) => a.until - b.until);
        if (!next) break;
        sleepers.delete(next);
        now = Math.max(now, next.until);
        next.wake();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}
