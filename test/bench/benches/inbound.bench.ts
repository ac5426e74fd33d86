/**
 * What the address for events takes from the rest: a tick over 1,000 buyers while another process calls the address 250
 * times a second, against the same tick without calls, in turn; and the CPU of a call that is refused.
 */
import { startInbound } from '../../../machine/pipeline/inbound.ts';
import { openState } from '../../../machine/pipeline/open-state.ts';
import { openPipeline, type Pipeline } from '../../../machine/pipeline/pipeline.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { eventCall, eventsKey, urlEvent } from '../../support/functions/signed-calls.ts';
import { startCaller } from '../machine/caller.ts';
import { configFor, signingSecret as key, withScene } from '../machine/scene.ts';
import type { BenchUpstream } from '../machine/upstream.ts';
import { atMost, type Bench, type Effort, figure, type StartProgress } from '../report/figure.ts';
import { measureRounds } from '../report/rounds.ts';

const plan = { buyers: 1_000, signals: 500, latencyMs: 100 };
const rates = { refused: 200, signed: 50 };

export const measure: Bench['measure'] = (startProgress, effort) =>
  withScene(plan, async ({ upstream, newState }) => {
    const pipeline = openOn(upstream, newState());
    try {
      const ticks = await measureTicks(pipeline, upstream, startProgress, effort);
      const refused = await measureRefused(pipeline, effort);
      const of = 'a tick while an address is called 250 times a second';
      return {
        figures: [
          figure('door/tick', `${of}: time of the tick, against no calls`, '×', atMost(1.2), ticks),
          figure('door/refused-large', 'a forged call of 256 kB, the largest: CPU', 'ms', atMost(1), refused),
        ],
      };
    } finally {
      await pipeline.close();
    }
  });

function openOn(upstream: BenchUpstream, directory: string): Pipeline {
  const { buyerIds, bridgeId } = upstream;
  const config = checkConfig({
    ...configFor(upstream),
    watch: { buyers: [...buyerIds], bridges: [bridgeId] },
    inbound: { events: { signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } } },
  });
  return openPipeline({
    config,
    state: openState(directory),
    secrets: { get: async (name) => (name === 'BRIDGE_ACCESS_TOKEN' ? 'bench' : key) },
    observe: () => {},
  });
}

/** The times of a tick under load, each divided by that of the quiet tick before it. */
async function measureTicks(
  pipeline: Pipeline,
  { buyerIds }: BenchUpstream,
  startProgress: StartProgress,
  effort: Effort,
): Promise<number[]> {
  const inbound = await startInbound(pipeline, 0);
  try {
    // The first reads record everything, and the limiter finds its rate.
    for (const _ of ['baseline', 'warm']) await tick(pipeline);
    return await measureRounds(startProgress, 'pair of ticks', effort, async () => {
      const quietMs = await tick(pipeline);
      const caller = await startCaller({ url: String(inbound.urls[0]), key, buyerIds, ...rates });
      const loadedMs = await tick(pipeline);
      const { refused, taken, odd } = await caller.stop();
      if (odd.length > 0 || refused === 0 || taken === 0)
        throw new Error(`${refused} calls were refused, ${taken} taken, and some answered with ${odd}`);
      await pipeline.queues.of.events.drain();
      await pipeline.queues.of.urgent.drain();
      return loadedMs / quietMs;
    });
  } finally {
    await inbound.close();
  }
}

async function tick({ call, queues }: Pipeline): Promise<number> {
  const started = performance.now();
  await call('plan-polls', {});
  await queues.of.poll.drain();
  return performance.now() - started;
}

/** Each sample is the mean of many calls: right in form, fresh, and signed by somebody else. */
async function measureRefused({ call }: Pipeline, { runs, isSmall }: Effort): Promise<number[]> {
  const callsCounted = isSmall ? 100 : 2_000;
  const event = urlEvent(eventCall('msg_1', Date.now(), 'x'.repeat(256 * 1024), eventsKey), true);
  const samples: number[] = [];
  // The first is there to warm the code.
  for (let run = 0; run <= runs; run += 1) {
    const before = process.cpuUsage();
    for (let count = 0; count < callsCounted; count += 1) {
      const { statusCode } = (await call('receive-events', event)) as { statusCode: number };
      if (statusCode !== 401) throw new Error(`a forged call was answered ${statusCode}`);
    }
    const { user, system } = process.cpuUsage(before);
    if (run > 0) samples.push((user + system) / 1000 / callsCounted);
  }
  return samples;
}
