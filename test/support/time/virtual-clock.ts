import { setImmediate as turn } from 'node:timers/promises';
import { createSimulatedTime } from './simulated-time.ts';

/**
 * A clock that stands still until it is told. `turns`: how many of Node's event loop a sleeper is given when it wakes, one
 * where it waits for no file and no thread: hours with thousands of sleepers pass in a second then.
 */
export function createVirtualClock(start: number | string, turns = 5) {
  const settle = async (): Promise<void> => {
    for (let done = 0; done < turns; done++) await turn();
  };
  const time = createSimulatedTime(typeof start === 'string' ? Date.parse(start) : start, { settle });
  let jumped = 0;
  return {
    now: () => time.now() + jumped,
    sleep: time.sleep,
    /** Sets it forward, or back where `ms` is negative, as a machine's sleep or a person does: no timer has run meanwhile. */
    jump(ms: number) {
      jumped += ms;
    },
    /** Moves time on, waking each sleeper at its own time and letting it do what it does before the next wakes. */
    async advance(ms: number) {
      await settle();
      await time.runUntil(time.now() + ms);
      await settle();
    },
  };
}
