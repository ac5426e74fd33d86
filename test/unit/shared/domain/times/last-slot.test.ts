import { expect, it } from 'vitest';
import { lastSlot } from '../../../../../shared/domain/times/last-slot.ts';
import { cronTimes } from '../../../../../shared/runtime/cron-times.ts';

const now = Date.parse('2026-11-21T08:00:00Z');

it.each([
  ['runs each minute, and ended last year', '* * * * ? 2025', '2025-12-31T23:59:00.000Z'],
  ['runs each minute, on New Year alone', '* * 1 1 ? *', '2026-01-01T23:59:00.000Z'],
  ['runs each minute', '* * * * ? *', '2026-11-21T08:00:00.000Z'],
  ['runs each minute in the afternoon', '* 13 * * ? *', '2026-11-20T13:59:00.000Z'],
  ['runs once a year', '30 7 1 12 ? *', '2025-12-01T07:30:00.000Z'],
  ['ended more than a year ago', '0 8 * * ? 2024', null],
])('a few looks find the last slot of a schedule that %s', (_, cron, slot) => {
  let looks = 0;
  const times = cronTimes(cron, 'UTC');
  const found = lastSlot((after) => {
    looks += 1;
    return times.next(after);
  }, now);
  expect(found).toBe(slot === null ? null : Date.parse(slot));
  expect(looks).toBeLessThan(200);
});
