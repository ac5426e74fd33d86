/**
 * What the functions' memory sizes are chosen by: CPU and memory of each bundle as it is deployed, in a process of its
 * own, for work as usual and for the largest that is to be expected.
 */
import { buildBundles } from '../../../build/bundles.ts';
import { type FunctionName, functions } from '../../../functions/wiring.ts';
import { checkConfig } from '../../../shared/config/check-config.ts';
import { alarmEvent } from '../../support/aws/alarm-event.ts';
import type { InvocationUsage } from '../../support/aws/bundled-function.ts';
import { type DeployedBundles, deployBundles } from '../../support/aws/deployed-bundles.ts';
import { eventCall, eventsKey, urlEvent } from '../../support/functions/signed-calls.ts';
import { type LargeUpstream, startLargeUpstream } from '../machine/large-upstream.ts';
import { signingSecret } from '../machine/scene.ts';
import { bridgeId, uuidOf } from '../machine/upstream.ts';
import { atMost, type Bench, type Figure, figure, type Goal, medianOf } from '../report/figure.ts';

const names = Object.keys(functions) as FunctionName[];
/** Buyers of the bridge as usual and at most, and of the largest message of poll-signals. */
const wholeSizes = { usual: 1_000, many: 10_000, large: 10 };
const smallSizes: typeof wholeSizes = { usual: 100, many: 1_000, large: 1 };
/** The largest work may take two thirds of a function's memory. */
const reserve = 1.5;
/** What Lambda's runtime and TLS take beside Node and the function. Assumed: neither is here. */
const runtimeMb = 35;

type Size = 'usual' | 'large';

interface Invoked extends InvocationUsage {
  readonly size: Size;
}

type Runs = Readonly<Record<FunctionName, Invoked[]>>;

interface Scene {
  readonly sizes: typeof wholeSizes;
  readonly upstream: LargeUpstream;
  readonly deployed: DeployedBundles;
  readonly run: (name: FunctionName, size: Size, event: unknown) => Promise<void>;
}

export const measure: Bench['measure'] = async (startProgress, { isSmall }) => {
  await buildBundles();
  const sizes = isSmall ? smallSizes : wholeSizes;
  const runs = Object.fromEntries(names.map((name) => [name, [] as Invoked[]])) as unknown as Runs;
  const scenes = [[poll, fetchSummaries, composeAndDeliver, formatAlarm, receive, answer], [planMany]];
  const progress = startProgress('work', scenes.flat().length);
  for (const steps of scenes) {
    await withScene(runs, sizes, async (scene) => {
      for (const step of steps) {
        await step(scene);
        progress.step();
      }
    });
  }
  progress.end();
  return { figures: names.flatMap((name) => figuresOf(name, runs[name])) };
};

/** An empty ledger, and a process for each function. */
async function withScene(
  runs: Runs,
  sizes: typeof wholeSizes,
  use: (scene: Scene) => Promise<void>,
): Promise<void> {
  const upstream = await startLargeUpstream();
  const deployed = await deploy(upstream);
  const run: Scene['run'] = async (name, size, event) => {
    const { invoke, usages } = deployed.functions[name];
    const answer = await invoke<{ failed?: unknown[]; batchItemFailures?: unknown[] } | null>(event);
    const failed = answer?.failed ?? answer?.batchItemFailures ?? [];
    if (failed.length > 0) throw new Error(`${name}: ${JSON.stringify(failed)}`);
    runs[name].push(...usages.slice(-1).map((usage) => ({ ...usage, size })));
  };
  try {
    await use({ sizes, upstream, deployed, run });
  } finally {
    await deployed.stop();
    await upstream.close();
  }
}

function deploy({ url }: LargeUpstream): Promise<DeployedBundles> {
  const to = { type: 'webhook', url: `${url}/hook`, signingSecret: { secret: 'SIGNING' } };
  const config = checkConfig({
    api: { baseUrl: url, token: { secret: 'TOKEN' } },
    watch: { bridges: [bridgeId], firstRun: 'send-all' },
    hot: { topByHotness: 0 },
    routes: [{ id: 'all', when: { cron: '0 8 * * ? *', timezone: 'UTC' }, flood: 'off', to }],
    alarms: { to },
    inbound: {
      events: { signingSecret: { secret: 'SIGNING' } },
      slack: { signingSecret: { secret: 'SLACK' } },
    },
    local: true,
  });
  return deployBundles(config, {
    TOKEN: 'bench',
    SIGNING: signingSecret,
    SLACK: '8f742231b10e8888abcd99f0f0f085a5',
  });
}

/** Every buyer is new, then they are polled as usual; at last ten with 60 large new signals each. */
async function poll({ sizes, upstream, deployed, run }: Scene): Promise<void> {
  upstream.buyers = sizes.usual;
  await run('plan-polls', 'usual', {});
  const messages = await deployed.take('poll');
  for (const _ of ['first', 'again']) {
    for (const event of messages) await run('poll-signals', 'usual', event);
  }
  for (let tick = 0; tick < 10; tick += 1) await run('plan-polls', 'usual', { due: true });
  upstream.isLarge = true;
  await run('poll-signals', 'large', {
    buyerIds: Array.from({ length: sizes.large }, (_, index) => uuidOf(sizes.many + index)),
  });
}

/** A tick that reads all rows of a bridge for the first time, and one in which each of its buyers is due. */
async function planMany({ sizes, upstream, run }: Scene): Promise<void> {
  upstream.buyers = sizes.many;
  await run('plan-polls', 'large', {});
  await run('plan-polls', 'large', { due: true });
}

/** One buyer an invocation, as the queue hands them on. */
async function fetchSummaries({ upstream, run }: Scene): Promise<void> {
  upstream.isLarge = false;
  for (let buyer = 0; buyer < 10; buyer += 1) {
    await run('fetch-summaries', 'usual', { buyerIds: [uuidOf(buyer)] });
  }
  upstream.isLarge = true;
  for (let buyer = 100; buyer < 110; buyer += 1) {
    await run('fetch-summaries', 'large', { buyerIds: [uuidOf(buyer)] });
  }
}

/** A slot of 5,000 usual signals, and 600 large ones. */
async function composeAndDeliver({ deployed, run }: Scene): Promise<void> {
  for (let minute = 0; minute < 10; minute += 1) {
    await run('compose-digests', 'usual', { sweep: true, compose: true, alerts: true });
  }
  await run('compose-digests', 'large', { routeId: 'all', slot: new Date().toISOString() });
  for (const event of await deployed.take('delivery')) {
    const [first] = event.Records;
    await run('deliver-digest', 'usual', { ...event, Records: first ? [first] : [] });
    await run('deliver-digest', 'large', { ...event, Records: event.Records.slice(1) });
  }
}

async function formatAlarm({ run }: Scene): Promise<void> {
  for (let alarm = 0; alarm < 10; alarm += 1) await run('tell-alarm', 'usual', alarmEvent());
}

/** Events that name a buyer, and the largest: refused with 256 kB, and taken with a hundred buyers. */
async function receive({ run }: Scene): Promise<void> {
  const buyers = (count: number) => ({
    type: 'signals.changed',
    data: { buyerIds: Array.from({ length: count }, (_, index) => uuidOf(index)) },
  });
  for (let event = 0; event < 20; event += 1)
    await run(
      'receive-events',
      'usual',
      urlEvent(eventCall(`msg_${event}`, Date.now(), buyers(1), signingSecret), true),
    );
  await run(
    'receive-events',
    'large',
    urlEvent(eventCall('msg_all', Date.now(), buyers(100), signingSecret), true),
  );
  await run(
    'receive-events',
    'large',
    urlEvent(eventCall('msg_forged', Date.now(), 'x'.repeat(256 * 1024), eventsKey), true),
  );
}

/** Clicks at a digest that is there no more: what a message of today takes is not measured. */
async function answer({ run }: Scene): Promise<void> {
  const pointer = { routeId: 'all', slot: new Date().toISOString(), part: 1 };
  const by = { id: 'U0123ABCD', name: 'ann' };
  const click = {
    kind: 'claim',
    by,
    signalId: `${bridgeId}#${uuidOf(1)}`,
    pointer,
    place: 'C0123ABCD 1503435956.000247',
  };
  for (let count = 0; count < 10; count += 1)
    await run('answer-clicks', 'usual', { ...click, id: `click_${count}`, clickedAt: Date.now() });
}

function figuresOf(name: FunctionName, invoked: readonly Invoked[]): Figure[] {
  const { memoryMb } = functions[name];
  const cpu = (wanted: Size) => invoked.flatMap(({ size, cpuMs }) => (size === wanted ? [cpuMs] : []));
  const [, ...warm] = cpu('usual');
  const large = cpu('large');
  const peak = Math.max(...invoked.map(({ peakMb }) => peakMb));
  const figureOf = (part: string, what: string, unit: string, goal: Goal | null, sample: number) =>
    figure(`functions/${name}/${part}`, `${name}, ${what}`, unit, goal, [sample]);
  const most = atMost(Math.floor((memoryMb * 1.024 ** 2 - runtimeMb) / reserve));
  return [
    figureOf('memory', `the most memory that it took, having ${memoryMb} MB`, 'MB', most, peak),
    figureOf('usual', 'an invocation as usual: CPU', 'ms', null, medianOf(warm)),
    ...(large.length > 0 ? [figureOf('large', 'its largest work: CPU', 'ms', null, Math.max(...large))] : []),
  ];
}
