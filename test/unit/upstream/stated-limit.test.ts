import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readStatedLimit } from '../../../shared/domain/upstream/stated-limit.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const read = (headers: Readonly<Record<string, string>>) =>
  readStatedLimit((name) => headers[name] ?? null, now);

describe('the limit that headers state', () => {
  it.each([
    ['a policy', { 'ratelimit-policy': '"default";q=100;w=10' }, 10],
    ['the strictest of several policies', { 'ratelimit-policy': '"burst";q=50;w=1, "slow";q=600;w=60' }, 10],
    ['a limit with its window, of an older draft', { 'ratelimit-limit': '100, 100;w=20' }, 5],
    ['a limit with its window, under X', { 'x-ratelimit-limit': '30;w=60' }, 0.5],
    [
      'few calls that are left, spread over their window',
      { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '100', 'x-ratelimit-reset': '1000' },
      0.1,
    ],
  ])('is the rate of %s', (_, headers, perSecond) => {
    expect(read(headers)).toEqual({ perSecond, emptyUntil: null });
  });

  it.each([
    ['in seconds', '30', 30_000],
    ['as a Unix time', String(now / 1000 + 30), 30_000],
    ['as a Unix time in milliseconds', String(now + 30_000), 30_000],
    ['in the past', String(now / 1000 - 30), 0],
    ['in a day', '86400', 3_600_000],
  ])('ends the calls until a reset %s', (_, reset, afterMs) => {
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    expect(read(headers)).toEqual({ perSecond: null, emptyUntil: now + afterMs });
  });

  it('ends the calls by the field of the draft', () => {
    const headers = { ratelimit: '"default";r=0;t=12', 'ratelimit-policy': '"default";q=100;w=20' };
    expect(read(headers)).toEqual({ perSecond: 5, emptyUntil: now + 12_000 });
  });

  it.each([
    ['no header', {}],
    ['a quota of an hour with much of it left', { 'ratelimit-policy': '"hour";q=5000;w=3600' }],
    ['a limit without a window', { 'x-ratelimit-limit': '5000', 'x-ratelimit-remaining': '4000' }],
    [
      'nothing that can be read',
      { 'x-ratelimit-limit': 'many', ratelimit: ';;=,', 'ratelimit-policy': 'q=' },
    ],
    ['a limit of nothing', { 'ratelimit-policy': '"none";q=0;w=0' }],
  ])('is unknown with %s', (_, headers) => {
    expect(read(headers)).toBeNull();
  });

  it('is never less than nothing, nor an hour away, whatever the headers hold', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^["a-z]{0,4};[qwrt]=\d{0,20}(;[qwrt]=\d{0,20})?$/));
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('ratelimit', 'ratelimit-policy', 'x-ratelimit-limit'), text),
        (headers) => {
          const { perSecond, emptyUntil } = read(headers) ?? { perSecond: null, emptyUntil: null };
          if (perSecond !== null) expect(perSecond).toBeGreaterThan(0);
          if (emptyUntil !== null) expect(emptyUntil).toBeLessThanOrEqual(now + 3_600_000);
        },
      ),
    );
  });
});
