import { describe, expect, it } from 'vitest';
import { readSince } from '../../../cli/act/read-time.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600_000;

describe('the time of --since', () => {
  it.each([
    ['2026-11-21T08:00:00Z', 4 * hour],
    ['2026-11-21T08:00Z', 4 * hour],
    ['2026-11-21T10:00:00+02:00', 4 * hour],
    ['2 hours', 2 * hour],
    ['0 seconds', 0],
    ['2026-11-21T12:00:00Z', 0],
  ])('%s is so long ago: %i ms', (text, ago) => {
    expect(readSince(text, now)).toBe(now - ago);
  });

  it.each([
    ['2026-11-21T08:00:00', 'which has no time zone; write 2026-11-21T08:00:00Z, or +02:00 in place of Z'],
    ['2026-11-21', 'which has no time zone; write 2026-11-21T00:00Z, or +02:00 in place of Z'],
    [
      '2026-11-21T12:00:01Z',
      'which is in the future: it is 2026-11-21T12:00:00.000Z; name a time that has passed',
    ],
    ['yesterday', 'write a time such as 2026-11-21T08:00:00Z, or an age such as "2 hours"'],
    ['', 'or an age such as "2 hours"'],
    ['2026-13-45T08:00:00Z', 'and there is no 2026-13-45; name another day'],
  ])('%j is refused with the fix', (text, sentence) => {
    const reading = () => readSince(text, now);
    expect(reading).toThrow(ConfigurationError);
    expect(reading).toThrow(sentence);
    expect(reading).toThrow(`--since: found ${JSON.stringify(text)}`);
  });
});
