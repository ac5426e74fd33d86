import { describe, expect, it } from 'vitest';
import { limitKinds } from './rate-limits.ts';
import { type SimulatedCalls, simulateCalls, tallyOf } from './simulated-calls.ts';

const minute = 60_000;
const seeds = [1];
const limited = limitKinds.flatMap((kind) => [5, 20, 60].map((perSecond) => ({ kind, perSecond })));

async function tally(world: Omit<SimulatedCalls, 'durationMs'>, fromMinute: number, toMinute: number) {
  const calls = await simulateCalls({ ...world, durationMs: toMinute * minute });
  return tallyOf(calls, fromMinute * minute, toMinute * minute);
}

describe('four instances at a limit that nobody told them', () => {
  it.each(limited)(
    'settle just under $perSecond a second with a $kind',
    { timeout: 60_000 },
    async (limit) => {
      for (const seed of limit.perSecond > 20 ? seeds : [1, 2]) {
        const bare = await tally({ ...limit, seed, perSecond: () => limit.perSecond }, 1, 3);

        expect(bare.servedPerSecond).toBeGreaterThan(0.8 * limit.perSecond);
        expect(bare.refusedShare).toBeLessThan(0.02);
      }
    },
  );

  it.each(limitKinds)(
    'settle there on a machine that has too much to do, with a %s',
    { timeout: 60_000 },
    async (kind) => {
      for (const seed of seeds) {
        const stalled = await tally({ kind, seed, perSecond: () => 20, stallMs: 250 }, 1, 4);

        expect(stalled.servedPerSecond).toBeGreaterThan(0.8 * 20);
        expect(stalled.refusedShare).toBeLessThan(0.02);
      }
    },
  );

  it.each(limitKinds)('settle there with a Retry-After too, with a %s', { timeout: 60_000 }, async (kind) => {
    for (const seed of seeds) {
      const asked = await tally({ kind, seed, perSecond: () => 20, retryAfterMs: 2_000 }, 1, 4);

      expect(asked.servedPerSecond).toBeGreaterThan(0.8 * 20);
      expect(asked.refusedShare).toBeLessThan(0.02);
    }
  });

  it.each(limitKinds)(
    'find a limit that falls to a twelfth within a minute, with a %s',
    { timeout: 60_000 },
    async (kind) => {
      for (const seed of seeds) {
        const perSecond = (elapsedMs: number) => (elapsedMs < 2 * minute ? 60 : 5);
        const after = await tally({ kind, seed, perSecond }, 3, 6);

        expect(after.servedPerSecond).toBeGreaterThan(0.8 * 5);
        expect(after.refusedShare).toBeLessThan(0.02);
      }
    },
  );

  it.each(limitKinds)(
    'find a limit that rises twelvefold within six minutes, with a %s',
    { timeout: 60_000 },
    async (kind) => {
      const perSecond = (elapsedMs: number) => (elapsedMs < 2 * minute ? 5 : 60);
      const after = await tally({ kind, seed: 1, perSecond }, 8, 10);

      expect(after.servedPerSecond).toBeGreaterThan(0.8 * 60);
      expect(after.refusedShare).toBeLessThan(0.02);
    },
  );

  it.each(limitKinds)(
    'begin no round of polls with a burst after a quarter of an hour of silence, with a %s',
    { timeout: 60_000 },
    async (kind) => {
      for (const seed of seeds) {
        const isBusy = (elapsedMs: number) => elapsedMs % (15 * minute) < minute;
        const third = await tally({ kind, seed, perSecond: () => 5, isBusy }, 30, 31);

        expect(third.servedPerSecond).toBeGreaterThan(0.8 * 5);
        expect(third.refusedShare).toBeLessThan(0.03);
      }
    },
  );
});

describe('the instances', () => {
  it.each([1, 12])(
    'settle under the limit when there are %i of them',
    { timeout: 60_000 },
    async (instances) => {
      const settled = await tally({ kind: 'sliding window', seed: 4, perSecond: () => 20, instances }, 1, 3);

      expect(settled.servedPerSecond).toBeGreaterThan(0.8 * 20);
      expect(settled.refusedShare).toBeLessThan(0.02);
    },
  );

  it('all get their share', async () => {
    const calls = await simulateCalls({
      kind: 'token bucket',
      seed: 5,
      perSecond: () => 20,
      durationMs: 3 * minute,
    });

    const shares = [0, 1, 2, 3].map((one) => calls.filter(({ instance }) => instance === one).length);
    expect(Math.min(...shares)).toBeGreaterThan(Math.max(...shares) / 2);
  });

  it('do the same for the same seed', async () => {
    const world = { kind: 'token bucket', seed: 6, perSecond: () => 20, durationMs: minute } as const;

    expect(await simulateCalls(world)).toEqual(await simulateCalls(world));
  });
});
