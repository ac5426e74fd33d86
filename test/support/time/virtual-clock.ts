import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../shared/domain/clock.ts';

export interface VirtualClock extends Clock {
  /** Moves time on, waking each sleeper at its own time and letting it do what it does before the next wakes. */
  advance(ms: number): Promise<void>;
  /** Sets it forward, or back where `ms` is negative, as a machine's sleep or a person does: no timer has run meanwhile. */
  jump(ms: number): void;
}

interface Sleeper {
  until: number;
  readonly wake: () => void;
}

/**
 * A clock that stands still until it is told. `turns`: how many of Node's event loop a sleeper is given when it wakes, one
 * where it waits for no file and no thread: hours with thousands of sleepers pass in a second then.
 */
export function createVirtualClock(start: number | string, turns = 5): VirtualClock {
  let now = typeof start === 'string' ? Date.parse(start) : start;
  /** The last one wakes first; of those that wake together, the one that fell asleep first. */
  const sleepers: Sleeper[] = [];
  const lieDown = (sleeper: Sleeper): void => {
    let low = 0;
    let high = sleepers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sleepers[middle] as Sleeper).until > sleeper.until) low = middle + 1;
      else high = middle;
    }
    sleepers.splice(low, 0, sleeper);
  };
  const settle = async (): Promise<void> => {
    for (let done = 0; done < turns; done++) await turn();
  };
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        if (ms <= 0) return resolve();
        const sleeper = { until: now + ms, wake: resolve };
        lieDown(sleeper);
        signal?.addEventListener('abort', () => {
          const at = sleepers.indexOf(sleeper);
          if (at >= 0) sleepers.splice(at, 1);
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
      for (let next = sleepers.at(-1); next && next.until <= end; next = sleepers.at(-1)) {
        sleepers.pop();
        now = Math.max(now, next.until);
        next.wake();
        await settle();
      }
      now = end;
      await settle();
    },
  };
}
