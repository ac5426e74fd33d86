/** The CPU of a forged call of the address for events, which is refused. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openState } from '../../../machine/pipeline/open-state.ts';
import { openPipeline, type Pipeline } from '../../../machine/pipeline/pipeline.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { eventCall, eventsKey, urlEvent } from '../../support/functions/signed-calls.ts';
import { configFor } from '../machine/scene.ts';
import { bridgeId } from '../machine/upstream.ts';
import { atMost, type Bench, type Effort, figure } from '../report/figure.ts';

const key = `whsec_${Buffer.from('the signing secret of a benchmark').toString('base64')}`;
const nobody = 'http://127.0.0.1:9';

export const measure: Bench['measure'] = async (effort) => {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-bench-'));
  const pipeline = openPipeline({
    config: checkConfig({
      ...configFor({ url: nobody, webhookUrl: nobody, buyerIds: [], bridgeId }),
      inbound: { events: { signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } } },
    }),
    state: openState(directory),
    secrets: { get: async () => key },
    observe: () => {},
  });
  try {
    const small = await measureRefused(pipeline, 1_000, effort);
    const large = await measureRefused(pipeline, 256 * 1024, effort);
    return {
      figures: [
        figure('door/refused', 'a forged call of 1 kB: CPU', 'ms', atMost(1), small),
        figure('door/refused-large', 'a forged call of 256 kB, the largest: CPU', 'ms', atMost(1), large),
      ],
    };
  } finally {
    await pipeline.close();
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Each sample is the mean of many calls: right in form, fresh, and signed by somebody else. */
async function measureRefused(
  { call }: Pipeline,
  bytes: number,
  { runs, isSmall }: Effort,
): Promise<number[]> {
  const callsCounted = isSmall ? 100 : 2_000;
  const event = urlEvent(eventCall('msg_1', Date.now(), 'x'.repeat(bytes), eventsKey), true);
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
