import { describe, expect, it } from 'vitest';
import { findTimezoneProblem } from '../../../shared/config/check-times.ts';
import { listZoneNames } from '../../../shared/config/zone-names.ts';
import { cronTimes } from '../../../shared/runtime/cron-times.ts';

describe('a time zone', () => {
  it.each([
    'America/New_York',
    'America/Port-au-Prince',
    'America/Argentina/ComodRivadavia',
    'America/Knox_IN',
    'Africa/Dar_es_Salaam',
    'Antarctica/DumontDUrville',
    'Antarctica/McMurdo',
    'Asia/Calcutta',
    'Asia/Kolkata',
    'Asia/Ho_Chi_Minh',
    'Europe/Isle_of_Man',
    'Europe/Kiev',
    'Europe/Kyiv',
    'Australia/ACT',
    'Brazil/DeNoronha',
    'US/Eastern',
    'US/East-Indiana',
    'Etc/UTC',
    'Etc/GMT+5',
    'Etc/GMT-14',
    'UTC',
    'GMT',
    'Zulu',
    'EST5EDT',
    'GB-Eire',
    'NZ-CHAT',
    'W-SU',
  ])('may be %s', (name) => {
    expect(findTimezoneProblem(name)).toBeNull();
  });

  it.each([
    ['America/NEW_YORK', 'America/New_York'],
    ['America/New_york', 'America/New_York'],
    ['america/new_york', 'America/New_York'],
    ['America/NewYork', 'America/New_York'],
    ['America/Port-Au-Prince', 'America/Port-au-Prince'],
    ['Europe/LONDON', 'Europe/London'],
    ['EUROPE/London', 'Europe/London'],
    ['Us/Eastern', 'US/Eastern'],
    ['US/Easten', 'US/Eastern'],
    ['Asia/kolkata', 'Asia/Kolkata'],
    ['Etc/Utc', 'Etc/UTC'],
    ['Utc', 'UTC'],
    ['utc', 'UTC'],
    ['Gmt', 'GMT'],
    ['Zulu ', 'Zulu'],
    ['PST', 'America/Los_Angeles'],
    ['CST', 'America/Chicago'],
    ['US/Pacific-New', 'America/Los_Angeles'],
  ])('may not be "%s"; the error suggests "%s"', (found, meant) => {
    expect(findTimezoneProblem(found)).toBe(`found ${JSON.stringify(found)}; did you mean "${meant}"?`);
  });

  it.each([
    '+02:00',
    'UTC+2',
    'SystemV/EST5',
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
