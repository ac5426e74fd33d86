import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunningCli } from '../../support/commands/cli.ts';
import {
  type BenchState,
  countsOf,
  type RunBench,
  startRunBench,
  webhookRoute,
} from '../../support/commands/run-bench.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { listAllSignals } from '../../support/upstream/listed-signals.ts';
import { startUpstreamProxy, type UpstreamProxy } from '../../support/upstream/upstream-proxy.ts';

/** Another seed kills at other moments: `SIGNALPOST_SEED=7 npx vitest run test/integration/run/killed.slow.test.ts`. */
const seed = Number(process.env.SIGNALPOST_SEED ?? 20261121);

const moments = [
  'polling',
  'recording',
  'delivering',
  'freezing',
  'recording',
  'freezing',
  'delivering',
  'polling',
] as const;
type Moment = (typeof moments)[number];
const routes = ['first', 'second', 'third'];

describe(`a run that is killed again and again (seed ${seed})`, () => {
  const random = seededRandom(seed);
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));
  let bench: RunBench;
  let proxy: UpstreamProxy;
  let state: BenchState;
  beforeAll(async () => {
    bench = await startRunBench({ buyers: 12, signals: 260 });
    proxy = await startUpstreamProxy(bench.sandbox.url);
    state = bench.newState();
    state.configure({
      api: { baseUrl: proxy.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      hot: { topByHotness: 2 },
      summaries: { waitAtMost: '0 seconds' },
      routes: routes.map((id) => webhookRoute(bench.inbox, id)),
    });
  });
  afterAll(async () => {
    await proxy.close();
    await bench.close();
  });

  /** Kills the run once it is where it should be; each moment is reached in every run, since something is new. */
  const armKill = (moment: Moment, run: RunningCli): void => {
    const asked = proxy.requests.length;
    const delivered = bench.inbox.requests.length;
    const calls = between(1, 10);
    const messages = between(1, 3);
    const delayMs = between(0, moment === 'freezing' ? 20 : 12);
    if (moment === 'polling' || moment === 'recording') {
      proxy.before = async (_request, index) => {
        if (index - asked + 1 < calls) return undefined;
        if (moment === 'polling') run.kill();
        else void sleep(delayMs).then(() => run.kill());
        return undefined;
      };
      return;
    }
    bench.inbox.answer = (_request, index) => {
      if (moment === 'freezing') void sleep(delayMs).then(() => run.kill());
      else if (index - delivered + 1 >= messages) run.kill();
      return undefined;
    };
  };

  const killAt = async (moment: Moment, once: boolean): Promise<NodeJS.Signals | null> => {
    await bench.control('signals', { count: 6 });
    const run = state.start(once ? ['run', '--once', '--json'] : ['run', '--json']);
    armKill(moment, run);
    const { signal } = await run.ended;
    proxy.before = undefined;
    bench.inbox.answer = undefined;
    return signal;
  };

  it('has each signal delivered once to a receiver that dedupes, and the same bytes under the same id', async () => {
    const ends: (NodeJS.Signals | null)[] = [];
    for (const [index, moment] of moments.entries()) {
      // The last one is a run that goes on until it is interrupted.
      ends.push(await killAt(moment, index < moments.length - 1));
    }

    const last = await state.runOnce();

    const listed = await listAllSignals(bench.sandbox, bench.buyerIds);
    expect(ends).toEqual(moments.map(() => 'SIGKILL'));
    expect(last.exitCode, last.stderr).toBe(0);
    expect(countsOf(last).digestsPending).toBe(0);
    for (const id of routes) expect(bench.inbox.signals(id).sort()).toEqual(listed);
    expect(bench.inbox.problems).toEqual([]);
    // Or else no kill hit the moment between a delivery and its being written down.
    expect(bench.inbox.requests.length).toBeGreaterThan(bench.inbox.digests.length);
  });

  it('has nothing left for a further run', async () => {
    const requests = bench.inbox.requests.length;

    const result = await state.runOnce();

    expect(countsOf(result)).toMatchObject({ signalsRecorded: 0, digestsDelivered: 0, digestsPending: 0 });
    expect(bench.inbox.requests).toHaveLength(requests);
  });
});

describe('a first run that is killed while it polls', () => {
  let bench: RunBench;
  let proxy: UpstreamProxy;
  beforeAll(async () => {
    bench = await startRunBench({ buyers: 4, signals: 160 });
    proxy = await startUpstreamProxy(bench.sandbox.url);
  });
  afterAll(async () => {
    await proxy.close();
    await bench.close();
  });

  it.each([
    ['baseline', null],
    [{ sendLast: '7 days' }, 'LastSevenDays'],
  ] as const)('sends with %j no more than one that was not', async (firstRun, period) => {
    const before = bench.inbox.signals().length;
    const state = bench.newState();
    state.configure({
      api: { baseUrl: proxy.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { buyers: bench.buyerIds, firstRun },
    });
    const killed = state.start(['run', '--once', '--json']);
    const asked = proxy.requests.length;
    proxy.before = async (_request, index) => {
      if (index - asked === 7) killed.kill();
      return undefined;
    };
    const { signal } = await killed.ended;
    proxy.before = undefined;

    const result = await state.runOnce();

    const expected = period === null ? [] : await listAllSignals(bench.sandbox, bench.buyerIds, period);
    expect(signal).toBe('SIGKILL');
    expect(result.exitCode, result.stderr).toBe(0);
    expect(bench.inbox.signals().slice(before).sort()).toEqual(expected);
    expect(expected.length).toBeGreaterThanOrEqual(period === null ? 0 : 10);
  });
});
