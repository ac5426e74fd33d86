import { dayMs, hourMs, minuteMs } from '../duration.ts';

/** A schedule's last slot is searched for so far back, nearest first: slots may come once a minute or once a year. */
const lookBackMs: readonly number[] = [hourMs, dayMs, 8 * dayMs, 32 * dayMs, 367 * dayMs];

/** Null if there was no slot within a year. `next` returns the first slot after a time. */
export function lastSlot(next: (after: number) => number | null, now: number): number | null {
  const firstAfter = (time: number): number | null => {
    const slot = next(time);
    return slot !== null && slot <= now ? slot : null;
  };
  for (const back of lookBackMs) {
    let last = firstAfter(now - back);
    if (last === null) continue;
    // A binary search is needed: a schedule for every minute that ended months ago has 260,000 slots in the window.
    for (let end = now; end - last >= minuteMs; ) {
      // Most schedules have few slots in the window, and this was the last.
      if (firstAfter(last) === null) return last;
      const middle = Math.floor((last + end) / 2);
      const later = firstAfter(middle);
      if (later === null) end = middle;
      else last = later;
    }
    return last;
  }
  return null;
}
