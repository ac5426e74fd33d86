import { beforeEach, describe, expect, it } from 'vitest';
import { type BenchState, countsOf, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { startHostileUpstream } from '../../support/upstream/hostile-upstream.ts';

const dayMs = 86_400_000;
let serviceTime = Date.now() - 2 * dayMs;
const bench = openedForAll(() =>
  startRunBench({ buyers: 10, bridges: 3, signals: 80, now: () => serviceTime }),
);
const upstream = openedForAll(() => startHostileUpstream(bench.sandbox.url));
let state: BenchState;
let routeId = 'route0';
beforeEach(() => {
  upstream.disturb({});
  serviceTime = Date.now() - 2 * dayMs;
  routeId = `route${Number(routeId.slice(5)) + 1}`;
  state = bench.newState();
});

type Watch = 'buyers' | 'bridges';
function configure(watch: Watch, changes: Readonly<Record<string, unknown>> = {}): void {
  const ids = watch === 'buyers' ? bench.buyerIds : bench.bridgeIds;
  state.configure({
    api: { baseUrl: upstream.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    watch: { [watch]: ids, firstRun: 'baseline' },
    routes: [webhookRoute(bench.inbox, routeId)],
    summaries: { waitAtMost: '0 seconds' },
    ...changes,
  });
}
const answer = (status: number, part = ''): void =>
  upstream.disturb({ statusOf: (path) => (path.includes(part) ? status : null) });
/** What came since the first test began. */
const added: string[] = [];
/** A signal of another buyer than the first one that comes now. */
async function addSignal(): Promise<void> {
  serviceTime = Date.now();
  const wish = { count: 1, buyerId: bench.buyerIds[1], hotness: 0.9 + added.length / 1000 };
  added.push(...(await bench.addSignals(wish)));
}
const jsonOf = async (command: string) => JSON.parse((await state.run([command, '--json'])).stdout);

const noList =
  /the service has shown no list since \d{4}-\d\d-\d\d \d\d:\d\d UTC \(.+ answered 404\); check api\.baseUrl/;

describe('404 for every call', () => {
  it.each<Watch>(['buyers', 'bridges'])(
    'after a good day of %s: each run fails, and status says so',
    async (watch) => {
      configure(watch);
      expect((await state.runOnce()).exitCode).toBe(0);
      expect((await state.run(['status'])).stdout).toMatch(/\nAll is well: 10 of 10 buyers read since /);
      answer(404);
      for (let run = 1; run <= 6; run += 1) {
        const { exitCode, stderr } = await state.runOnce();
        expect([exitCode, stderr]).toEqual([1, expect.stringMatching(noList)]);
      }

      const status = await state.run(['status']);
      expect([status.exitCode, status.stdout]).toEqual([1, expect.stringMatching(noList)]);
      expect(status.stdout).not.toContain('All is well');
      expect((await state.run(['doctor'])).stdout).toMatch(
        /\nwarning +reading: the service has shown no list since/,
      );
      expect(await jsonOf('status')).toMatchObject({ unproven: [{ part: 'service' }], proven: null });
      upstream.disturb({});
      expect((await state.runOnce()).exitCode).toBe(0);
      expect((await state.run(['status'])).exitCode).toBe(0);
    },
  );

  it.each([
    ['with a zone', (body: string) => body],
    ['without a zone', (body: string) => body.replaceAll(/("updatedAt":"[^"]+)Z"/g, '$1"')],
  ])('at the first start: of rows dated %s, only one that came since is sent', async (_, change) => {
    configure('buyers');
    answer(404);
    for (let run = 1; run <= 2; run += 1) expect((await state.runOnce()).exitCode).toBe(1);
    await addSignal();
    upstream.disturb({ change });

    expect(countsOf(await state.runOnce()).signalsRecorded).toBeGreaterThan(10);
    await state.runOnce();
    expect(bench.inbox.signals(routeId).sort()).toEqual(added.sort());
  });

  it('of one buyer at the first start is no failure: the next run asks again, and the third concludes', async () => {
    configure('buyers');
    const path = `buyerId=${bench.buyerIds[0]}`;
    answer(404, path);
    const first = await state.runOnce();
    expect([first.exitCode, countsOf(first).buyersPolled]).toEqual([0, 9]);
    expect(first.stderr).toMatch(/ answered 404: .+; the next run asks again\n/);
    expect((await state.run(['status'])).stdout).toMatch(/\nAll is well: 9 of 10 buyers read/);
    expect((await state.runOnce('--due')).exitCode).toBe(0);
    expect(upstream.asked().filter((asked) => asked.includes(path))).toHaveLength(2);
    const third = await state.runOnce();
    expect(third.exitCode).toBe(0);
    expect(third.stderr).toMatch(/ answered 404: .+ or does not know it; check api\.baseUrl/);
    expect(await jsonOf('status')).toMatchObject({ buyersRefused: [], needs: [] });
  });
});

describe('401', () => {
  it.each<[string, Watch, () => string]>([
    ["one bridge's rows", 'bridges', () => `${bench.bridgeIds[0]}/row`],
    ['summaries', 'buyers', () => '/summary'],
    ['the Hotness order', 'buyers', () => 'sort=Hotness'],
    ['one buyer', 'buyers', () => `buyerId=${bench.buyerIds[0]}`],
  ])('for %s stops nothing else, and nobody blames the token', async (_, watch, partOf) => {
    configure(watch, { hot: { topByHotness: 1 } });
    await state.runOnce();
    answer(401, partOf());
    for (let run = 1; run <= 3; run += 1) {
      await addSignal();
      const result = await state.runOnce();
      expect(countsOf(result)).toMatchObject({ signalsRecorded: 1, digestsDelivered: 1 });
      expect(result.stderr).not.toContain('valid access token');
    }
    expect(upstream.asked().some((path) => path.includes(partOf()))).toBe(true);
    const { api, unproven } = await jsonOf('status');
    expect(api.pauseReason).toBeNull();
    expect(unproven.map(({ part }: { part: string }) => part)).not.toContain('token');
  });

  it('for everything blames the token', async () => {
    configure('bridges');
    await state.runOnce();
    answer(401);
    const { exitCode, stderr } = await state.runOnce();
    expect(exitCode).toBe(1);
    expect(stderr).toContain('answered 401: the access token is missing, wrong or has run out');
    expect(stderr).toContain('secret BRIDGE_ACCESS_TOKEN: replace it with a valid access token');
    expect(await jsonOf('status')).toMatchObject({
      api: { pauseReason: 'rejected' },
      unproven: [{ part: 'token' }],
      needs: ['the API rejects the access token: replace BRIDGE_ACCESS_TOKEN in .env or the environment'],
    });
  });
});

describe('403 for one buyer', () => {
  it('is concluded by the second run, which says when it is tried again; a run by hand makes it no later', async () => {
    configure('buyers');
    const [refused = ''] = bench.buyerIds;
    answer(403, `buyerId=${refused}`);
    expect((await state.runOnce()).exitCode).toBe(0);
    for (let run = 2; run <= 4; run += 1) {
      const { exitCode, stderr } = await state.runOnce();
      expect([exitCode, stderr]).toEqual([
        1,
        expect.stringMatching(/ answered 403: .+; next try .{16} UTC\n/),
      ]);
    }

    const { buyersFailing, buyersRefused } = await jsonOf('status');
    expect([buyersFailing, buyersRefused]).toMatchObject([1, [{ buyerId: refused }]]);
    const { since, nextTryAt } = buyersRefused[0];
    expect(Date.parse(nextTryAt) - Date.parse(since)).toBe(3_600_000);
    expect((await state.run(['status'])).stdout).toMatch(
      /\n {2}the list of 1 buyer has not been read since .+ \(refused, next try in 59 minutes\); .+ to try now: /,
    );
    configure('buyers', { watch: { buyers: bench.buyerIds.slice(1) } });
    expect(await jsonOf('status')).toMatchObject({ buyersFailing: 0, buyersRefused: [], needs: [] });
  });
});

describe("500 for all bridges' rows", () => {
  // More than those of whom each tick polls everyone.
  const bench = openedForAll(() => startRunBench({ buyers: 105, bridges: 1, signals: 105 }));

  it('does not keep a run by hand from polling every known buyer', async () => {
    const state = bench.newState();
    state.configure({ watch: { bridges: bench.bridgeIds, firstRun: 'baseline' } });
    const { buyersPolled } = countsOf(await state.runOnce());
    await bench.control('faults', { kind: 'status', operation: 'listBridgeRows', status: 500, calls: 99 });
    await bench.addSignals({ count: 1 });

    const result = await state.runOnce();

    expect(countsOf(result)).toMatchObject({ buyersPolled, signalsRecorded: 1, digestsDelivered: 1 });
    expect(result.exitCode).toBe(1);
    const { stdout } = await state.run(['status']);
    expect(stdout).toMatch(/\n {2}the rows of 1 bridge have not been read since .+ answered 500\); check /);
  });
});
