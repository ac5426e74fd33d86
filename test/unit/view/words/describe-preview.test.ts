import { expect, it, onTestFinished, vi } from 'vitest';
import { describePreview } from '../../../../view/words/describe-preview.ts';

const now = Date.parse('2026-11-30T12:00:00Z');

/** The lines of a route that has nothing to send. */
function linesOf(...nextTimes: string[]) {
  const nothing = { parts: [], goes: [], stays: [], warnings: [] };
  const lastDays = {
    since: '2026-11-23T12:00:00Z',
    digests: 0,
    signals: 0,
    hot: 0,
    mostAtOnce: 0,
    emptyDays: 7,
    days: [],
  };
  const route = {
    routeId: 'sales',
    to: 'Slack',
    destinationType: 'slack',
    state: 'ENABLED',
    digestId: null,
  } as const;
  const times = {
    nextTimes,
    timezone: 'America/New_York',
    slot: nextTimes[0] ?? '',
    exact: true,
    inexact: null,
  };
  return describePreview({ ...route, ...nothing, ...times, lastDays }, { full: false, now, isFirst: false });
}

const nextLine = (...nextTimes: string[]) => linesOf(...nextTimes)[1];

it('tells the next times as people say them, and with the year where it is not the nearest of that name', () => {
  expect(nextLine('2026-12-01T13:00:00Z', '2027-01-01T13:00:00Z')).toBe(
    '  next: Tue 8:00 AM, then Jan 1, 8:00 AM (New York)',
  );
  expect(nextLine('2029-02-01T13:00:00Z')).toBe('  next: 2029-02-01 08:00 (New York)');
});

it('counts since a time with its zone: a day begins in that of this machine', () => {
  vi.stubEnv('TZ', 'Asia/Tokyo');
  onTestFinished(() => void vi.unstubAllEnvs());

  expect(linesOf('2026-12-01T13:00:00Z')).toContain('  since 2026-11-23 21:00 Tokyo: no digest');
});
