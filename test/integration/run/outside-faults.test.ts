import { beforeEach, expect, it } from 'vitest';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { startHostileUpstream } from '../../support/upstream/hostile-upstream.ts';

const dayMs = 86_400_000;
let serviceTime = Date.now() - 2 * dayMs;
const bench = openedForAll(() => startRunBench({ buyers: 10, signals: 80, now: () => serviceTime }));
const upstream = openedForAll(() => startHostileUpstream(bench.sandbox.url));
let state: BenchState;
let routeId = 'route0';
beforeEach(() => {
  upstream.disturb({});
  serviceTime = Date.now() - 2 * dayMs;
  routeId = `route${Number(routeId.slice(5)) + 1}`;
  state = bench.newState();
});

function configure(buyers = bench.buyerIds): void {
  state.configure({
    api: { baseUrl: upstream.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    watch: { buyers, firstRun: 'baseline' },
    routes: [webhookRoute(bench.inbox, routeId)],
    summaries: { waitAtMost: '0 seconds' },
  });
}
const answer = (status: number, part = ''): void =>
  upstream.disturb({ statusOf: (path) => (path.includes(part) ? status : null) });

const noList =
  /the service has shown no list since \d{4}-\d\d-\d\d \d\d:\d\d UTC \(.+ answered 404\); check api\.baseUrl/;

it('404 for every call after a good day: each run fails, and status says so', async () => {
  configure();
  expect((await state.runOnce()).exitCode).toBe(0);
  expect((await state.run(['status'])).stdout).toMatch(/\nAll is well: 10 of 10 buyers read since /);
  answer(404);
  for (let run = 1; run <= 2; run += 1) {
    const { exitCode, stderr } = await state.runOnce();
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(noList)]);
  }

  const status = await state.run(['status']);
  expect([status.exitCode, status.stdout]).toEqual([1, expect.stringMatching(noList)]);
  expect(status.stdout).not.toContain('All is well');
  expect((await state.run(['doctor'])).stdout).toMatch(
    /\nwarning +reading: the service has shown no list since/,
  );
  expect(await state.json('status')).toMatchObject({ unproven: [{ part: 'service' }], proven: null });
  upstream.disturb({});
  expect((await state.runOnce()).exitCode).toBe(0);
  expect((await state.run(['status'])).exitCode).toBe(0);
});

it('401 for everything blames the token', async () => {
  configure();
  await state.runOnce();
  answer(401);
  const { exitCode, stderr } = await state.runOnce();
  expect(exitCode).toBe(1);
  expect(stderr).toContain('answered 401: the access token is missing, wrong or has run out');
  expect(stderr).toContain('secret BRIDGE_ACCESS_TOKEN: replace it with a valid access token');
  expect(await state.json('status')).toMatchObject({
    api: { pauseReason: 'rejected' },
    unproven: [{ part: 'token' }],
    needs: ['the API rejects the access token: replace BRIDGE_ACCESS_TOKEN in .env or the environment'],
  });
});

it('403 for one buyer is concluded by the second run, which says when it is tried again; a run by hand makes it no later', async () => {
  configure();
  const [refused = ''] = bench.buyerIds;
  answer(403, `buyerId=${refused}`);
  expect((await state.runOnce()).exitCode).toBe(0);
  for (let run = 2; run <= 3; run += 1) {
    const { exitCode, stderr } = await state.runOnce();
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/ answered 403: .+; next try .{16} UTC\n/)]);
  }

  const { buyersFailing, buyersRefused } = await state.json('status');
  expect([buyersFailing, buyersRefused]).toMatchObject([1, [{ buyerId: refused }]]);
  const { since, nextTryAt } = buyersRefused[0];
  expect(Date.parse(nextTryAt) - Date.parse(since)).toBe(3_600_000);
  expect((await state.run(['status'])).stdout).toMatch(
    /\n {2}the list of 1 buyer has not been read since .+ \(refused, next try in 59 minutes\); .+ to try now: /,
  );
  configure(bench.buyerIds.slice(1));
  expect(await state.json('status')).toMatchObject({ buyersFailing: 0, buyersRefused: [], needs: [] });
});
