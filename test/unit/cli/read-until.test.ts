import { describe, expect, it } from 'vitest';
import { readUntil } from '../../../cli/act/read-time.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const hour = 3_600_000;

describe('the time of --until', () => {
  it.each([
    ['2026-11-21T13:00:00Z', hour],
    ['2026-11-21T08:00:00-05:00', hour],
    ['3 days', 72 * hour],
    ['366 days', 366 * 24 * hour],
  ])('%s is in so long: %i ms', (text, ahead) => {
    expect(readUntil(text, now)).toBe(now + ahead);
  });

  it.each([
    ['2026-12-03', 'which has no time zone; write 2026-12-03T00:00Z, or +02:00 in place of Z'],
    ['2026-11-21T11:59:59Z', 'which has passed: it is 2026-11-21T12:00:00.000Z; name a time to come'],
    ['0 days', 'which has passed: it is 2026-11-21T12:00:00.000Z; name a time to come'],
    ['367 days', 'which is more than a year ahead; name an earlier time'],
    ['2027-02-31T00:00Z', 'and there is no 2027-02-31; name another day'],
    ['tomorrow', 'write a time such as 2026-12-03T08:00:00Z, or a duration such as "3 days"'],
    ['', 'write a time such as 2026-12-03T08:00:00Z, or a duration such as "3 days"'],
  ])('%j is refused with the fix', (text, sentence) => {
    const reading = () => readUntil(text, now);
    expect(reading).toThrow(ConfigurationError);
    expect(reading).toThrow(`--until: found ${JSON.stringify(text)}`);
    expect(reading).toThrow(sentence);
  });
});
