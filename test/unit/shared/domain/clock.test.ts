import { describe, expect, it } from 'vitest';
import { watchClock } from '../../../../cli/doctor/check-clock.ts';
import type { FetchInit } from '../../../../shared/bridge-api/index.ts';

const served = Date.parse('2026-11-21T08:00:00Z');
const init = { method: 'GET', headers: {}, redirect: 'error' } as const;

async function examine(now: number, date: string | null) {
  const get = (name: string) => (name === 'date' ? date : null);
  const clock = watchClock(
    async () => ({ status: 200, headers: { get }, body: null }),
    () => now,
  );
  await clock.fetch('https://api.example.com', init as unknown as FetchInit);
  return clock.check();
}
const header = new Date(served).toUTCString();

describe('the check of the clock', () => {
  it.each([
    ['agrees', 0],
    ['is within a minute', -59_000],
  ])('finds nothing where it %s', async (_, off) => {
    expect(await examine(served + off, header)).toEqual({
      state: 'ok',
      found: 'it agrees with that of the API',
    });
  });

  it.each([
    ['4 minutes ahead of', 4 * 60_000 + 900],
    ['1 minute behind', -62_000],
  ])('says that it is %s that of the API', async (words, off) => {
    expect(await examine(served + off, header)).toMatchObject({
      state: 'failed',
      found: `this machine's clock is ${words} that of the API`,
      fix: expect.stringContaining('time server'),
    });
  });

  it.each([null, 'yesterday'])('claims nothing where the API says %s', async (date) => {
    expect((await examine(served, date)).found).toContain('not compared');
  });
});
