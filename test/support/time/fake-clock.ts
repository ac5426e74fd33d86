import type { Clock } from '../../../shared/domain/clock.ts';

/** A clock that stands still but for its sleeps, which end at once. */
export function createFakeClock(start = 1_000_000): Clock & { readonly slept: number[] } {
  let now = start;
  const slept: number[] = [];
  return {
    slept,
    now: () => now,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      slept.push(ms);
      now += ms;
    },
  };
}
