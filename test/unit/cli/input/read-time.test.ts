import { describe, expect, it } from 'vitest';
import { readSince, readUntil } from '../../../../cli/input/read-time.ts';
import { ConfigurationError } from '../../../../shared/domain/errors.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600_000;

describe('the time of --since', () => {
  it.each([
    ['2026-11-21T08:00Z', 4 * hour],
    ['2026-11-21T10:00:00.5+02:00', 4 * hour - 500],
    ['2 hours', 2 * hour],
    ['90m', 1.5 * hour],
    ['2h', 2 * hour],
    ['7d', 7 * 24 * hour],
    ['2026-11-21T12:00:00Z', 0],
  ])('%s is so long ago: %i ms', (text, ago) => {
    expect(readSince(text, now)).toBe(now - ago);
  });
});

describe('the time of --until', () => {
  it.each([
    ['2026-11-21T08:00:00-05:00', hour],
    ['366 days', 366 * 24 * hour],
  ])('%s is in so long: %i ms', (text, ahead) => {
    expect(readUntil(text, now)).toBe(now + ahead);
  });
});

/** 2026-11-21 is a Saturday. */
const dayHere = (day: number, month = 10) => new Date(2026, month, day).getTime();

it.each([
  ['yesterday', dayHere(20)],
  ['today', dayHere(21)],
  ['Monday', dayHere(16)],
  ['saturday', dayHere(14)],
  ['2026-11-03', dayHere(3)],
])('--since %s is the beginning of that day here', (text, at) => {
  expect(readSince(text, now)).toBe(at);
});

it.each([
  ['tomorrow', dayHere(22)],
  ['monday', dayHere(23)],
  ['Saturday', dayHere(28)],
  ['2026-12-03', dayHere(3, 11)],
])('--until %s is the beginning of that day here', (text, at) => {
  expect(readUntil(text, now)).toBe(at);
});

const zoned = 'write a time with its zone, such as 2026-11-21T08:00:00Z';
const age = `${zoned}, or an age such as 7d or "2 hours", or a day such as yesterday`;
const duration = `${zoned}, or a duration such as "3 days", or a day such as tomorrow`;

it.each([
  ['--since', '2026-11-21T08:00:00', age],
  ['--since', '2026-13-45T08:00:00Z', age],
  ['--since', '2026-11-21T12:00:01Z', 'which is in the future: it is 2026-11-21T12:00:00.000Z'],
  ['--until', 'someday', duration],
  ['--until', 'yesterday', 'which has passed'],
  ['--since', 'tomorrow', 'which is in the future'],
  ['--since', '2026-02-31', age],
  ['--until', '2027-02-31T08:00:00Z', duration],
  ['--until', '', duration],
  ['--until', '0 days', 'which has passed: it is 2026-11-21T12:00:00.000Z'],
  ['--until', '367 days', 'which is more than a year ahead; what is never wanted belongs into the config'],
])('%s %j is refused with the fix', (flag, text, sentence) => {
  const reading = () => (flag === '--since' ? readSince : readUntil)(text, now);

  expect(reading).toThrow(ConfigurationError);
  expect(reading).toThrow(`${flag}: found ${JSON.stringify(text)}`);
  expect(reading).toThrow(sentence);
});
