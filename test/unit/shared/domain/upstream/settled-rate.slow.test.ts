import { describe, expect, it } from 'vitest';
import {
  limitKinds,
  type SimulatedCalls,
  simulateCalls,
  tallyOf,
} from '../../../../support/time/simulated-calls.ts';

const minute = 60_000;

async function tally(world: Omit<SimulatedCalls, 'durationMs'>, fromMinute: number, toMinute: number) {
  const calls = await simulateCalls({ ...world, durationMs: toMinute * minute });
  return tallyOf(calls, fromMinute * minute, toMinute * minute);
}

interface Situation {
  readonly does: string;
  readonly world: Omit<SimulatedCalls, 'durationMs' | 'kind'>;
  /** Minutes of the simulated time that are judged. */
  readonly judged: readonly [number, number];
  /** Calls a second that upstream serves in those minutes. */
  readonly limit: number;
  /** @default 0.02 */
  readonly mostRefused?: number;
}

const steady = (limit: number): Situation => ({
  does: `settle just under ${limit} a second`,
  world: { seed: 1, perSecond: () => limit },
  judged: [1, 2],
  limit,
});

const situations: readonly Situation[] = [
  ...[steady(5), steady(20), steady(60)],
  {
    does: 'settle there with a Retry-After too',
    world: { seed: 1, perSecond: () => 20, retryAfterMs: 2_000 },
    judged: [1, 4],
    limit: 20,
  },
  {
    does: 'find a limit that falls to a twelfth within a minute',
    world: { seed: 1, perSecond: (elapsedMs) => (elapsedMs < 2 * minute ? 60 : 5) },
    judged: [3, 6],
    limit: 5,
  },
  {
    does: 'find a limit that rises twelvefold within six minutes',
    world: { seed: 1, perSecond: (elapsedMs) => (elapsedMs < 2 * minute ? 5 : 60) },
    judged: [8, 9],
    limit: 60,
  },
  {
    does: 'begin no round of polls with a burst after a quarter of an hour of silence',
    world: { seed: 1, perSecond: () => 5, isBusy: (elapsedMs) => elapsedMs % (15 * minute) < minute },
    judged: [30, 31],
    limit: 5,
    mostRefused: 0.03,
  },
];

describe.each(limitKinds)('four instances at an unknown limit that is a %s', (kind) => {
  it.each(situations)('$does', { timeout: 60_000 }, async ({ world, judged, limit, mostRefused = 0.02 }) => {
    const { servedPerSecond, refusedShare } = await tally({ ...world, kind }, ...judged);

    expect(servedPerSecond).toBeGreaterThan(0.8 * limit);
    expect(refusedShare).toBeLessThan(mostRefused);
  });

  it('reach five hundred calls a second within eight seconds, and stay near', {
    timeout: 60_000,
  }, async () => {
    const world = { kind, seed: 1, perSecond: () => 500, callers: 24, durationMs: 1.5 * minute };
    const calls = await simulateCalls(world);

    const second = (from: number) => tallyOf(calls, from * 1_000, (from + 1) * 1_000).servedPerSecond;
    expect(Math.max(...[0, 1, 2, 3, 4, 5, 6, 7].map(second))).toBeGreaterThan(0.85 * 500);
    const { servedPerSecond, refusedShare } = tallyOf(calls, minute, 1.5 * minute);
    expect(servedPerSecond).toBeGreaterThan(0.8 * 500);
    expect(refusedShare).toBeLessThan(0.01);
  });
});

it.each(limitKinds)(
  'waits for slow answers before it calls faster, at a limit that is a %s',
  async (kind) => {
    const world = { kind, seed: 1, perSecond: () => 60, callers: 40, durationMs: 10_000 };
    const calls = await simulateCalls({ ...world, answersMs: [1_000, 2_000] });

    // All 160 callers would call at once if the rate doubled on before the first answer.
    expect(calls.filter(({ refused }) => refused).length).toBeLessThan(100);
  },
);

it.each([1, 12])(
  '%i instances settle under the limit, and all get their share',
  { timeout: 60_000 },
  async (instances) => {
    const world = { kind: 'sliding window', seed: 4, perSecond: () => 20, instances } as const;
    const calls = await simulateCalls({ ...world, durationMs: 3 * minute });

    const { servedPerSecond, refusedShare } = tallyOf(calls, minute, 3 * minute);
    expect(servedPerSecond).toBeGreaterThan(0.8 * 20);
    expect(refusedShare).toBeLessThan(0.02);
    const shares = [...Map.groupBy(calls, ({ instance }) => instance).values()].map(({ length }) => length);
    expect(shares).toHaveLength(instances);
    expect(Math.min(...shares)).toBeGreaterThan(Math.max(...shares) / 2);
  },
);
