import type { CronTime } from '../../../shared/domain/routes/route.ts';
import { findByLooking } from '../../support/time/plain-cron.ts';

const quarter = 15 * 60_000;
const hour = 60 * 60_000;

/**
 * The times between two instants at which a calendar schedule fires, found by looking at each quarter of an hour of the
 * zone's clock: what the product computes is held against them. A time that a change of clocks skips does not come,
 * one that it repeats comes once, the first time.
 */
export function calendarSlots({ cron, timezone }: CronTime, from: number, until: number): number[] {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const wallAt = (instant: number): number => Date.parse(`${format.format(instant).replace(', ', 'T')}:00Z`);
  const slots: number[] = [];
  const fired = new Set<number>();
  let next = findByLooking(cron, wallAt(from) - 1, 40);
  for (
    let instant = Math.ceil(from / quarter) * quarter;
    instant <= until && next !== null;
    instant += quarter
  ) {
    const wall = wallAt(instant);
    // A skipped time is behind the clock without ever having been on it.
    while (next !== null && next < wall && wall - next < 3 * hour && !fired.has(next)) {
      fired.add(next);
      next = findByLooking(cron, next, 40);
    }
    if (next === null || wall !== next) continue;
    fired.add(next);
    slots.push(instant);
    next = findByLooking(cron, next, 40);
  }
  return slots;
}
