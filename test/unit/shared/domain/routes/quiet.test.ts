import { describe, expect, it } from 'vitest';
import { type QuietRoute, quietMsBetween, quietUntil } from '../../../../../shared/domain/routes/quiet.ts';
import { isQuietAt } from '../../../../support/time/quiet-clock.ts';

const newYork = 'America/New_York';
const nightly = { from: '18:00', to: '08:00', timezone: newYork } as const;

function quiet(hours: QuietRoute['quiet'], others: Partial<QuietRoute> = {}): QuietRoute {
  return { when: 'immediately', quiet: hours, ...others };
}

/** Instants are written with their offset, so that the reader sees what the clocks show. */
function endOf(route: QuietRoute, at: string): string | null {
  const end = quietUntil(route, Date.parse(at));
  return end === null ? null : new Date(end).toISOString();
}

function instant(at: string): string {
  return new Date(at).toISOString();
}

describe('quiet hours', () => {
  it('join holidays to them, in the zone of the quiet hours before that of the route', () => {
    const route = quiet(nightly, { holidays: ['2026-12-25'], timezone: 'Asia/Tokyo' });
    expect(endOf(route, '2026-12-24T18:00-05:00')).toBe(instant('2026-12-26T08:00-05:00'));
  });

  it.each([
    [{ timezone: 'Asia/Tokyo' }, '+09:00'],
    [{ when: { timezone: 'Asia/Tokyo' } }, '+09:00'],
  ] as const)('take a holiday alone in the zone of %j', (zoned, offset) => {
    const route = quiet(undefined, { holidays: ['2026-12-25'], ...zoned });
    expect(endOf(route, `2026-12-24T23:59${offset}`)).toBeNull();
    expect(endOf(route, `2026-12-25T00:00${offset}`)).toBe(instant(`2026-12-26T00:00${offset}`));
  });

  it('do not exist for a route without any, or without a zone', () => {
    expect(endOf(quiet(undefined), '2026-11-18T23:00Z')).toBeNull();
    expect(endOf(quiet(undefined, { holidays: ['2026-11-18'] }), '2026-11-18T23:00Z')).toBeNull();
  });
});

/** Each time below is a multiple of it. */
const stepMs = 5 * 60_000;
const zones = [
  // Both changes of the year, and what is odd about each zone.
  { timezone: 'Europe/Berlin', spans: ['2026-03-27', '2026-10-23'] },
  { timezone: newYork, spans: ['2026-03-06', '2026-10-30'] },
  // By half an hour.
  { timezone: 'Australia/Lord_Howe', spans: ['2026-04-03', '2026-10-02'] },
  // Its last summer time, and the day that it left out.
  { timezone: 'Pacific/Apia', spans: ['2021-04-02', '2020-09-25', '2011-12-28'] },
];
const hoursOf = [
  { from: '18:00', to: '08:00', days: ['SAT', 'SUN'] },
  { from: '02:15', to: '02:45' },
  { from: '23:30', to: '01:45' },
  { from: '03:00', to: '02:30' },
  { from: '18:00', to: '00:00' },
  { days: ['FRI', 'SUN'] },
] as const;

describe.each(zones)('in $timezone, every five minutes', ({ timezone, spans }) => {
  it.each(hoursOf)('the end of %j is where the clocks first show a time that is not quiet', (hours) => {
    for (const day of spans) {
      const route = quiet(
        { ...hours, timezone },
        { holidays: [`${day.slice(0, 8)}30`, `${day.slice(0, 8)}31`] },
      );
      // Another reading of the clocks: by another format, and with no arithmetic of offsets.
      const shows = (at: number) => isQuietAt(route, at);
      const first = Date.parse(day) - 12 * 60 * 60_000;
      const steps = Array.from(
        { length: (5 * 24 * 60 * 60_000) / stepMs },
        (_, index) => first + index * stepMs,
      );
      const quietSteps = steps.map(shows);
      // From the back: the end of a quiet step is that of the next one, if that is quiet, too.
      let end = first + steps.length * stepMs;
      while (shows(end)) end += stepMs;
      const expected = steps.map(() => 0 as number | null);
      for (const [index, at] of [...steps.entries()].toReversed()) {
        if (!quietSteps[index]) end = at;
        expected[index] = quietSteps[index] ? end : null;
      }
      expect(steps.map((at) => quietUntil(route, at))).toEqual(expected);

      const last = first + steps.length * stepMs;
      const quietMs = quietSteps.filter(Boolean).length * stepMs;
      expect(quietMsBetween(route, first, last)).toBe(quietMs);
      const cut = Number(quietSteps.at(0)) + Number(quietSteps.at(-1));
      expect(quietMsBetween(route, first + 1, last - 1)).toBe(quietMs - cut);
    }
  });
});
