import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PreviewedRoute } from '../../../view/preview/preview-routes.ts';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 30 }));
let state: BenchState;
let recorded: number;
const daily = { cron: '0 8 ? * MON-FRI *', timezone: 'America/New_York' };
const configure = (atLeast: number, column = 'Match Score') =>
  state.configure({
    hot: { topByHotness: 0, columns: [{ name: column, atLeast }] },
    routes: [
      { ...webhookRoute(bench.inbox, 'all'), when: daily },
      { ...webhookRoute(bench.inbox, 'hot', { hot: true }), when: daily },
      { ...webhookRoute(bench.inbox, 'none', { bridges: ['Nothing'] }), when: daily },
    ],
  });

beforeAll(async () => {
  state = bench.newState();
  configure(80);
  const { exitCode, stderr } = await state.run(['invoke', 'plan-polls']);
  expect(exitCode, stderr).toBe(0);
  recorded = Number(/(\d+) new signals/.exec(stderr)?.[1]);
});

const previewOf = async (...args: string[]): Promise<PreviewedRoute[]> => {
  return (await state.json('preview', ...args)).routes;
};

describe('preview', () => {
  it('shows when, what and why, and changes nothing', async () => {
    const file = join(state.directory, 'state', 'ledger.db');
    const before = readFileSync(file);
    const received = bench.inbox.requests.length;

    const { exitCode, stdout } = await state.run(['preview', 'hot']);

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      /^hot → the webhook at 127\.0\.0\.1:\d+\n {2}next: \w+ 8:00 AM, then \w+ 8:00 AM \(New York\)\n/,
    );
    expect(stdout).toMatch(/ {2}at \w+ 8:00 AM \(New York\): \d+ signals in 1 message; exactly these bytes/);
    expect(stdout).toMatch(/message 1 of 1: \d+ signals; [\d,]+ of 20,000 bytes/);
    expect(stdout).toMatch(/🔥 .+ \(.+\): Match Score \d+ \(80 or more\); it is hot/);
    expect(stdout).toMatch(/stays: \d+ not for this route\b/);
    expect([readFileSync(file).equals(before), bench.inbox.requests.length - received]).toEqual([true, 0]);
  });

  it('tells each signal of a route once: it goes or it stays', async () => {
    const counts = (await previewOf()).map(({ goes, stays }) => goes.length + stays.length);
    expect(counts).toEqual([recorded, recorded, recorded]);
  });

  it('counts what another threshold would have taken', async () => {
    const [, hot] = await previewOf('--since', '30d');
    const today = hot?.lastDays.days.at(-1);
    expect(today?.wouldTake).toBe(today?.took);
    configure(101);
    const { stdout } = await state.run(['preview', '--route', 'hot', '--since', '30d']);
    expect(stdout).toMatch(new RegExp(`in all +${today?.took} +${today?.tookHot} +\\d+ +0\\n`));
    configure(80);
  });

  it('warns of a misspelt column, and of a threshold that makes too much hot', async () => {
    configure(80, 'Mach Score');
    const [misspelt] = await previewOf();
    expect(misspelt?.warnings).toEqual([
      'the column "Mach Score" of hot.columns was not seen yet (did you mean "Match Score"?): correct the config',
    ]);
    configure(1);
    const [tooHot] = await previewOf();
    expect(tooHot?.warnings[0]).toMatch(/^\d+ % of its signals are hot/);
    configure(80);
  });

  it('reads with --fresh what is not recorded yet, marks it and records none of it', async () => {
    const [before] = await previewOf('--route', 'all');
    const added = await bench.addSignals({ buyerId: bench.buyerIds[0], count: 2 });

    const [preview] = await previewOf('--route', 'all', '--fresh');

    const fresh = preview?.goes
      .filter((one) => one.fresh)
      .map(({ bridgeId, rowId }) => `${bridgeId}/${rowId}`);
    expect(fresh?.toSorted()).toEqual(added.sort());
    expect(preview).toMatchObject({ exact: false, inexact: expect.stringContaining('read just now') });
    expect((await previewOf('--route', 'all'))[0]?.parts).toEqual(before?.parts);
  });

  it('says that nothing goes out while nothing runs', async () => {
    const { stdout } = await state.run(['preview']);
    expect(stdout).toMatch(/\nNothing runs now, so nothing goes out before the next run: .+ run\b/);
  });

  it('says with --fresh which buyers could not be read', async () => {
    const { exitCode, stderr } = await state.run(['preview', '--fresh'], { BRIDGE_ACCESS_TOKEN: 'wrong' });
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/buyer [-0-9a-f]{36}: .*401/);
  });

  it('says that nothing is to send where nothing ever ran, and how to see a digest', async () => {
    const fresh = bench.newState();
    const { exitCode, stdout } = await fresh.run(['preview']);
    expect({ exitCode, stdout }).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('nothing to send'),
    });
    expect(stdout).toMatch(/See the last 7 days of your signals as a digest: .+ preview --fresh\b/);
  });
});

describe('preview --fresh before anything was sent', () => {
  const firstState = () => {
    const first = bench.newState();
    const route = { ...webhookRoute(bench.inbox, 'all'), when: daily };
    first.configure({
      watch: { buyers: bench.buyerIds, firstRun: 'baseline' },
      routes: [route, { ...route, id: 'none', match: { bridges: ['Nothing'] } }],
    });
    return first;
  };

  it('shows the signals of the last 7 days as a digest, whatever firstRun says, and records nothing', async () => {
    const first = firstState();
    const { exitCode, stdout, stderr } = await first.run(['preview', '--fresh']);
    expect(exitCode, stderr).toBe(0);
    expect(stdout).toMatch(
      /^A first look: your signals of the last 7 days\b.*\nThe first run .*sends nothing\./,
    );
    expect(stdout).toMatch(/all → .*\n.*\n {2}at \w+ 8:00 AM \(New York\): \d+ signals in 1 message\n/);
    expect(stdout).not.toMatch(/first reading|read just now/);
    expect((await first.run(['preview'])).stdout).toContain('nothing to send');
  });

  it('says nothing of what is to send where the API is paused', async () => {
    const paused = bench.newState();
    paused.configure({ watch: { buyers: bench.buyerIds, firstRun: 'send-all' } });
    await paused.runOnce();
    const wrong = { BRIDGE_ACCESS_TOKEN: 'wrong' };
    expect(await paused.run(['run', '--once'], wrong)).toMatchObject({ exitCode: 1 });

    const { exitCode, stdout, stderr } = await paused.run(['preview', '--fresh'], wrong);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(/token[\s\S]*nothing could be read, for the reasons above/);
  });

  it('ends with the next command where nothing could be read', async () => {
    const wrong = { BRIDGE_ACCESS_TOKEN: 'wrong' };
    const { exitCode, stdout, stderr } = await firstState().run(['preview', '--fresh'], wrong);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toMatch(
      /401[\s\S]*nothing could be read, for the reasons above; find the fix with: .+ doctor\b/,
    );
  });
});
