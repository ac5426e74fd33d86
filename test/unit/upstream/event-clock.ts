import { setImmediate as turn } from 'node:timers/promises';
import type { Clock } from '../../../shared/domain/clock.ts';

export interface EventClock extends Clock {
  /** Wakes sleeper after sleeper until so much time has passed. */
  run(ms: number): Promise<void>;
}

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly wake: () => void;
}

/** Hours in seconds: time jumps from sleeper to sleeper, and stands while they do what they do. */
export function createEventClock(start: number): EventClock {
  let now = start;
  let order = 0;
  const sleepers: Sleeper[] = [];
  const isBefore = (a: Sleeper, b: Sleeper) => a.at < b.at || (a.at === b.at && a.order < b.order);
  const insert = (sleeper: Sleeper): void => {
    let low = 0;
    let high = sleepers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (isBefore(sleeper, sleepers[middle] as Sleeper)) low = middle + 1;
      else high = middle;
    }
    sleepers.splice(low, 0, sleeper);
  };
  return {
    now: () => now,
    sleep: (ms) =>
      new Promise((wake) => {
        insert({ at: now + Math.max(0, ms), order: order++, wake });
      }),
    async run(ms) {
      const end = now + ms;
      // Whatever does not sleep is done within one turn: nothing here waits for a real network or disk.
      await turn();
      for (;;) {
        const next = sleepers.at(-1);
        if (!next || next.at > end) break;
        sleepers.pop();
        now = next.at;
        next.wake();
        await turn();
      }
      now = end;
    },
  };
}
