import { describe, expect, it } from 'vitest';
import { findTimezoneProblem, listZoneNames } from '../../../../shared/config/check-times.ts';
import { cronTimes } from '../../../../shared/runtime/cron-times.ts';

describe('a time zone', () => {
  it.each([
    'America/New_York',
    'America/Port-au-Prince',
    'America/Argentina/Buenos_Aires',
    'Asia/Kolkata',
    'Etc/UTC',
    'UTC',
  ])('may be %s', (name) => {
    expect(findTimezoneProblem(name)).toBeNull();
  });

  const anyName = 'write an IANA name, as "America/New_York" or "UTC"';
  const noSummer = 'it has no daylight saving time; write a place, as';

  it.each([
    ['America/New_york', 'did you mean "America/New_York"?'],
    ['America/NewYork', 'did you mean "America/New_York"?'],
    ['America/Port-Au-Prince', 'did you mean "America/Port-au-Prince"?'],
    ['utc', 'did you mean "UTC"?'],
    // Digests would come an hour late all summer.
    ['EST', `${noSummer} "America/New_York"`],
    ['mst', `${noSummer} "America/Denver"`],
    ['+02:00', anyName],
    ['UTC+2', anyName],
    ['US/Eastern', anyName],
    ['Eastern Standard Time', anyName],
    ['Mars/Olympus', anyName],
    ['Factory', anyName],
    ['Etc/Unknown', anyName],
  ])('may not be "%s": %s', (found, told) => {
    expect(findTimezoneProblem(found)).toBe(`found ${JSON.stringify(found)}; ${told}`);
  });

  it('is known to what reads a schedule, whatever the config takes', () => {
    const names = listZoneNames();
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(cronTimes('0 8 * * ? *', name).next(Date.UTC(2026, 10, 21))).not.toBeNull();
    }
  });
});
