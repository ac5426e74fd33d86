import { afterEach, describe, expect, it } from 'vitest';
import { createPipelineInOutage, day, minute } from './pipeline-in-outage.ts';

const buyers = 40;
const hour = 60 * minute;
const ticksAnHour = 4;
/** Ten buyers share a message of the poll queue. */
const messagesATick = buyers / 10;

let pipeline: ReturnType<typeof createPipelineInOutage>;
afterEach(() => pipeline.close());

async function startHealthy() {
  pipeline = createPipelineInOutage(buyers);
  await pipeline.tickFor(2 * hour);
  return pipeline;
}

describe('an upstream that is down for a week', { timeout: 120_000 }, () => {
  it('is asked once a tick after the first few calls, and told of in a handful of lines', async () => {
    const { upstream, clock, requests, observed, tally, tickFor } = await startHealthy();
    upstream.down = true;
    const from = clock.now();
    await tickFor(7 * day);

    for (let at = from; at < from + 7 * day - hour; at += hour) {
      const isFirst = at === from;
      const calls = requests.filter((request) => request.at >= at && request.at < at + hour).length;
      const lines = observed.filter((one) => one.at >= at && one.at < at + hour).length;
      // Before the breaker opens: twenty calls, and what was under way with them.
      expect(calls).toBeLessThanOrEqual(ticksAnHour + 1 + (isFirst ? 30 : 0));
      expect(lines).toBeLessThanOrEqual((ticksAnHour + 1) * (messagesATick + 3) + (isFirst ? 30 : 0));
    }
    const ticks = 7 * 24 * ticksAnHour;
    const counts = tally(from);
    expect(counts['poll-failed']).toBeLessThan(30 + ticks);
    expect(counts['function-failed'] ?? 0).toBe(0);
    expect(counts['message-failed'] ?? 0).toBe(0);
  });

  it('is told to be down once for each time that it was asked in vain', async () => {
    const { upstream, clock, requests, observed, tickFor } = await startHealthy();
    upstream.down = true;
    const from = clock.now();
    await tickFor(day);

    const paused = observed.filter(
      ({ at, observation }) => at >= from && observation.kind === 'upstream-paused',
    );
    const firstPause = paused[0]?.at ?? Number.NaN;
    const askedInVain = requests.filter(({ at }) => at > firstPause).length;
    expect(paused).toHaveLength(1 + askedInVain);
    expect(new Set(paused.map(({ observation }) => JSON.stringify(observation))).size).toBe(paused.length);
  });

  it('is found by one list, before any rows are asked for, and no buyer is sent for then', async () => {
    const bridges = [1, 2, 3, 4, 5].map((number) => `a0000000-0000-4000-8000-00000000000${number}`);
    pipeline = createPipelineInOutage(buyers, bridges);
    await pipeline.tickFor(2 * hour);
    pipeline.upstream.down = true;
    await pipeline.tickFor(hour);
    const from = pipeline.clock.now();
    await pipeline.tickFor(day);

    const ticks = 24 * ticksAnHour;
    expect(pipeline.tally(from + 1)).toEqual({
      'upstream-paused': ticks,
      'polls-skipped': ticks,
    });
  });

  it('costs no signal: what arrived meanwhile, or is dated then, is recorded by the first tick after it', async () => {
    const { upstream, clock, tick, tickFor, list, waiting, tally } = await startHealthy();
    upstream.down = true;
    const from = clock.now();
    await tickFor(3 * day);
    const expected = [
      list(0, 1, clock.now()),
      list(1, 2, from + day),
      list(1, 3, from - 6 * day),
      list(39, 4, from - 20 * hour),
    ];
    await tickFor(4 * day);
    const whileDown = await waiting();

    upstream.down = false;
    const back = clock.now();
    await tick();
    await tick();

    expect(whileDown).toEqual([]);
    expect((await waiting()).sort()).toEqual(expected.sort());
    expect(tally(back)).toMatchObject({ 'signal-recorded': expected.length });
    expect(tally(back)['poll-failed'] ?? 0).toBe(0);
  });

  it('leaves each buyer polled again by the first tick after it', async () => {
    const { upstream, observed, clock, tick, tickFor } = await startHealthy();
    upstream.down = true;
    await tickFor(7 * day);
    upstream.down = false;
    const back = clock.now();
    await tick();

    const polled = observed.filter(
      ({ at, observation }) => at >= back && observation.kind === 'buyer-polled',
    );
    const buyerIds = polled.map(({ observation }) => 'buyerId' in observation && observation.buyerId);
    expect(new Set(buyerIds).size).toBe(buyers);
  });
});

describe('after an outage', { timeout: 120_000 }, () => {
  it.each([
    [7, 'LastOneMonths'],
    [40, 'LastTwoMonths'],
    [70, 'LastThreeMonths'],
  ])(
    'of %i days the routine scans look back over %s, and find what is dated at its beginning',
    async (days, period) => {
      const { upstream, clock, requests, tick, tickFor, list, waiting } = await startHealthy();
      upstream.down = true;
      const from = clock.now();
      await tickFor(hour);
      const early = list(3, 1, from);
      // Nothing happens in between but time: what a tick does in it, the tests above have shown.
      await clock.sleep(days * day);

      upstream.down = false;
      const back = clock.now();
      await tick();
      await tick();

      // The first call only finds out whether upstream answers again.
      const periods = requests
        .filter(({ at, period }) => at >= back && period !== '')
        .map((request) => request.period);
      expect(periods[0]).toBe(period);
      expect(await waiting()).toContain(early);
    },
  );
});
