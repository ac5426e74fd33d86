import { afterEach, describe, expect, it } from 'vitest';
import { createPipelineInOutage, day, minute } from './pipeline-in-outage.ts';

const hour = 60 * minute;
const due = { due: true };
const refused = [0, 40, 80, 120, 160];
const buyerOf = (number: number): string => `b0000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

let pipeline: ReturnType<typeof createPipelineInOutage>;
afterEach(() => pipeline.close());

/** Two hundred buyers whose lists were read, and a bridge whose rows name nobody from then on. */
async function startCalm() {
  pipeline = createPipelineInOutage(200);
  pipeline.list(1, 1, pipeline.clock.now());
  await pipeline.tickFor(2 * hour, due);
  return pipeline;
}

describe('five refused buyers of two hundred', () => {
  it.each([403, 404])('answered %i pause nobody in 480 ticks, and are told once a day', async (status) => {
    const { upstream, clock, tickFor, tally, requests } = await startCalm();
    for (const number of refused) upstream.refused.set(number, status);
    const from = clock.now();

    await tickFor(5 * day, due);

    const counts = tally(from);
    expect(counts['upstream-paused']).toBeUndefined();
    expect(counts['polls-skipped']).toBeUndefined();
    // All others have their turn, and their daily deep scan, on each of the five days.
    expect(counts['buyer-polled']).toBeGreaterThanOrEqual(195 * 5);
    expect(counts['poll-failed']).toBeGreaterThanOrEqual(refused.length);
    expect(counts['poll-failed']).toBeLessThanOrEqual(refused.length * 6);
    // Tried again after an hour, six hours and then each day; a 403 is repeated with the token read again.
    for (const number of refused) {
      const tries = requests.filter(({ at, buyerId }) => at >= from && buyerId === buyerOf(number));
      const gaps = tries.slice(1).map(({ at }, index) => (at - (tries[index]?.at ?? 0)) / hour);
      const rests = gaps.filter((gap) => gap > 0.01);
      expect(rests.slice(0, 3).map(Math.round)).toEqual([1, 6, 24]);
      expect(Math.min(...rests.slice(2))).toBeGreaterThanOrEqual(24);
    }
  });

  it('are read again within a day of being allowed, with what came in the meantime', async () => {
    const { upstream, clock, tickFor, list, waiting } = await startCalm();
    for (const number of refused) upstream.refused.set(number, 403);
    await tickFor(3 * day, due);
    const rowId = list(40, 2, clock.now());

    upstream.refused.clear();
    await tickFor(day + hour, due);

    expect(await waiting()).toContain(rowId);
  });

  it('are tried at once by hand', async () => {
    const { upstream, clock, tick, tickFor, requests } = await startCalm();
    for (const number of refused) upstream.refused.set(number, 403);
    await tickFor(2 * day, due);

    const from = clock.now();
    await tick({});

    const tried = new Set(requests.filter(({ at }) => at >= from).map(({ buyerId }) => buyerId));
    expect(refused.filter((number) => !tried.has(buyerOf(number)))).toEqual([]);
  });
});

describe('a token that is refused every list by 403', () => {
  it('is found out at the second tick after the first that is refused, and everyone is read once it is allowed', async () => {
    const { upstream, clock, tick, tickFor, tally, observed } = await startCalm();
    for (let number = 0; number < 200; number += 1) upstream.refused.set(number, 403);
    const from = clock.now();
    // Everyone has a turn in that time.
    await tickFor(26 * hour, due);
    const firstRefused = observed.find(({ observation: { kind } }) => kind === 'poll-failed');
    const paused = observed.filter(({ observation: { kind } }) => kind === 'upstream-paused');

    expect(paused[0]?.observation).toMatchObject({ reason: 'rejected' });
    expect(paused[0]?.at ?? 0).toBeLessThanOrEqual((firstRefused?.at ?? 0) + 31 * minute);
    expect(tally(from)['buyer-polled']).toBeUndefined();
    // From then on a few at each tick, and not two hundred.
    const later = tally(clock.now() - 2 * hour)['poll-failed'];
    expect(later).toBeLessThanOrEqual(8 * 10);

    upstream.refused.clear();
    const back = clock.now() + 1;
    await tick(due);

    expect(tally(back)['buyer-polled']).toBeGreaterThanOrEqual(200);
    expect(tally(back)['poll-failed']).toBeUndefined();
  });
});
