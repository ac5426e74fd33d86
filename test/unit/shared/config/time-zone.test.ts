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

  it.each([
    ['America/New_york', 'America/New_York'],
    ['America/NewYork', 'America/New_York'],
    ['America/Port-Au-Prince', 'America/Port-au-Prince'],
    ['utc', 'UTC'],
  ])('may not be "%s"; the error suggests "%s"', (found, meant) => {
    expect(findTimezoneProblem(found)).toBe(`found ${JSON.stringify(found)}; did you mean "${meant}"?`);
  });

  it.each([
    ['EST', 'America/New_York'],
    ['mst', 'America/Denver'],
  ])('may not be "%s", whose digests would come an hour late all summer', (found, place) => {
    expect(findTimezoneProblem(found)).toBe(
      `found ${JSON.stringify(found)}; it has no daylight saving time; write a place, as "${place}"`,
    );
  });

  it.each([
    '+02:00',
    'UTC+2',
    'US/Eastern',
    'Eastern Standard Time',
    'Mars/Olympus',
    'Factory',
    'Etc/Unknown',
  ])('may not be "%s", which resembles no time zone', (found) => {
    expect(findTimezoneProblem(found)).toBe(
      `found ${JSON.stringify(found)}; write an IANA name, as "America/New_York" or "UTC"`,
    );
  });

  it('is known to what reads a schedule, whatever the config takes', () => {
    const names = listZoneNames();
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) {
      expect(cronTimes('0 8 * * ? *', name).next(Date.UTC(2026, 10, 21))).not.toBeNull();
    }
  });
});
