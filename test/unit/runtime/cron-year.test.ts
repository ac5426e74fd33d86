import { describe, expect, it } from 'vitest';
import { cronTimes } from '../../../shared/runtime/cron-times.ts';
import { findByLooking } from '../../support/time/plain-cron.ts';

/*
 * What EventBridge Scheduler documents (User Guide, "Schedule types", "Daylight savings time"): a time that does not
 * exist because the clocks are set forward is skipped; a time that exists twice because they are set back fires once.
 * Of the two, Signalpost takes the first.
 */

const quarterMs = 15 * 60_000;

/** When each quarter of an hour first stands on the clocks of a zone, both in milliseconds since the epoch. */
function firstShown(timezone: string, from: number, until: number): Map<number, number> {
  const format = new Intl.DateTimeFormat('en-CA', {
    timeZone: timezone,
    dateStyle: 'short',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  const shown = new Map<number, number>();
  for (let instant = from; instant < until; instant += quarterMs) {
    const wall = Date.parse(`${format.format(instant).replace(', ', 'T')}:00Z`);
    if (!shown.has(wall)) shown.set(wall, instant);
  }
  return shown;
}

const dayMs = 86_400_000;

/** The slots of a year of the zone's calendar, by its clocks alone. */
function expectedSlots(cron: string, shown: ReadonlyMap<number, number>, year: number): number[] {
  const slots: number[] = [];
  const end = Date.UTC(year + 1, 0, 1);
  let wall = findByLooking(cron, Date.UTC(year, 0, 1) - 1, 370);
  for (; wall !== null && wall < end; wall = findByLooking(cron, wall, 370)) {
    const quarter = Math.floor(wall / quarterMs) * quarterMs;
    const instant = shown.get(quarter);
    if (instant !== undefined) slots.push(instant + wall - quarter);
  }
  // By the clocks, a time after the clocks were set back may stand before one in front of that.
  return slots.sort((one, other) => one - other);
}

function slotsOf(cron: string, timezone: string, first: number, last: number): number[] {
  const times = cronTimes(cron, timezone);
  const slots: number[] = [];
  for (let slot = times.next(first - 1); slot !== null && slot <= last; slot = times.next(slot))
    slots.push(slot);
  return slots;
}

/** Each with a time that a change of its clocks skips or repeats, and how many slots it has in that year. */
const years = [
  ['Europe/Berlin', 2026, '30 2 * * ? *', 364],
  ['America/New_York', 2026, '30 1 * * ? *', 365],
  // By half an hour.
  ['Australia/Lord_Howe', 2026, '15 2 * * ? *', 364],
  // The year that left out a day, 30 December.
  ['Pacific/Apia', 2011, '0 12 * * ? *', 364],
] as const;

const crons = [
  '0 8 ? * MON-FRI *',
  // In the hour that is skipped, in the hour that is repeated, and at their edges.
  '30 2 * * ? *',
  '15 2 * * ? *',
  '0 2 * * ? *',
  '0 3 * * ? *',
  '30 1 * * ? *',
  '45 1 * * ? *',
  '0 0 * * ? *',
  // The days on which these zones change their clocks.
  '0/20 0-4 ? * SAT,SUN *',
  '30 2 ? * 1#1 *',
  '0 3 ? * 1L *',
  '15 1 L * ? *',
  '0 12 30 12 ? *',
];

describe.each(years)('the slots of a schedule in %s, %i', (timezone, year, changed, count) => {
  const shown = firstShown(timezone, Date.UTC(year, 0, 1) - 2 * dayMs, Date.UTC(year + 1, 0, 1) + 2 * dayMs);

  it.each(crons)('are those that EventBridge Scheduler documents: %s', (cron) => {
    const expected = expectedSlots(cron, shown, year);
    const first = shown.get(Date.UTC(year, 0, 1)) ?? 0;
    const last = (shown.get(Date.UTC(year + 1, 0, 1)) ?? 0) - 1;
    expect(slotsOf(cron, timezone, first, last)).toEqual(expected);
  });

  it('lack those that a change of clocks skips, and have no other twice', () => {
    expect(expectedSlots(changed, shown, year)).toHaveLength(count);
  });
});
