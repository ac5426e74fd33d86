import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { exampleClick, storeClicks } from '../../support/ledger/clicks.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 24 }));
const uuid = '[0-9a-f-]{36}';
let state: BenchState;
beforeEach(() => {
  state = bench.newState();
  bench.inbox.answer = undefined;
});

const run = (...args: string[]) => state.run(args);
const jsonOf = async (...args: string[]) => {
  const { exitCode, stdout, stderr } = await run(...args, '--json');
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return JSON.parse(stdout);
};

/** The signals of a digest to the inbox. */
function sentSignals(body: string): { signalId: string; name: string }[] {
  const { buyers } = JSON.parse(body).data;
  return buyers.flatMap(({ signals }: { signals: { bridgeId: string; rowId: string; name: string }[] }) =>
    signals.map(({ bridgeId, rowId, name }) => ({ signalId: `${bridgeId}#${rowId}`, name })),
  );
}

describe('history', () => {
  it('lists what was sent, and shows one digest as it was sent, by the 8 letters of its id', async () => {
    await state.runOnce();
    const { body, headers } = bench.inbox.requests.at(-1) as {
      body: string;
      headers: Record<string, string>;
    };
    const id = headers['webhook-id'] ?? '';

    const list = await run('history');
    const one = await run('history', id.slice('msg_'.length, 'msg_'.length + 8));
    const printed = await jsonOf('history', id);

    const line = `.{16} UTC  all  ${id.slice(4, 12)}  delivered, \\d+ signals?, 1 attempt, .{16} UTC  ".+"`;
    expect(list.stdout).toMatch(new RegExp(`^${line}$`, 'm'));
    const [signal] = sentSignals(body);
    expect(one.stdout).toMatch(
      new RegExp(
        `^.+\n  id       ${id}\n  route    all \\(webhook\\)\n  created  .+ UTC\n  state    delivered, .+\n` +
          `Attempts:\n  .+ UTC  delivered: answered 204\nSignals:\n(  .+ – .+\n    ${uuid}#${uuid}\n)+Body:\n`,
      ),
    );
    expect(one.stdout).toContain(`    ${signal?.signalId}\n`);
    expect(printed.body).toBe(body);
    expect(JSON.parse(one.stdout.slice(one.stdout.indexOf('{\n')))).toEqual(JSON.parse(body));
  });

  it('and why show what readers chose at a signal, in words and as JSON', async () => {
    await state.runOnce();
    const [digest] = (await jsonOf('history')).digests;
    const [signalId, other] = digest.signalIds;
    const at = Date.parse('2026-11-20T08:41:00Z');
    const clicks = [
      exampleClick('claim', 'ann', { signalId, at }),
      exampleClick('claim', 'bob', { signalId, at: at + 1 }),
      exampleClick('not-for-us', 'bob', { signalId: other, at }),
    ];
    const table = openSqliteTable(join(state.directory, 'state', 'ledger.db'));
    await storeClicks(table, digest, clicks);
    table.close();

    const [shown, why] = [await run('history', digest.digestId), await run('why', signalId)];
    const [printed, whole] = [await jsonOf('history', digest.digestId), await jsonOf('why', signalId)];

    const claimed = 'claimed by ann, .*8:41 AM UTC';
    expect(shown.stdout).toMatch(new RegExp(`    ${signalId}\n    ${claimed}\n`));
    expect(shown.stdout).toContain(`    ${other}\n    not for us: bob\n`);
    expect(why.stdout).toMatch(new RegExp(`delivered: answered 204\n      ${claimed}\n`));
    expect(shown.stdout + why.stdout).not.toContain('claimed by bob');
    const [first] = clicks;
    const claim = { signalId, kind: 'claim', by: first?.by, at: new Date(at).toISOString(), until: null };
    expect(printed.clicks).toMatchObject([claim, { kind: 'claim' }, { signalId: other, kind: 'not-for-us' }]);
    expect(whole.signal.routes[0].digests[0].clicks[0]).toEqual(claim);
  });

  it('lists by route and buyer, those that failed, and says that earlier ones are not shown', async () => {
    state.configure({ routes: [webhookRoute(bench.inbox, 'all'), webhookRoute(bench.inbox, 'down')] });
    bench.inbox.answer = ({ path }) => ({ status: path.endsWith('down') ? 503 : 204 });
    await state.runOnce();
    const routesOf = async (...flags: string[]) =>
      new Set((await jsonOf('history', ...flags)).digests.map(({ routeId }: { routeId: string }) => routeId));

    expect(await routesOf()).toEqual(new Set(['all', 'down']));
    expect(await routesOf('--route', 'all')).toEqual(new Set(['all']));
    expect(await routesOf('--failed')).toEqual(new Set(['down']));
    expect(await routesOf('--buyer', bench.buyerIds[0] ?? '')).toEqual(new Set(['all', 'down']));
    expect(await routesOf('--buyer', 'nobody')).toEqual(new Set());
    expect((await run('history', '--failed')).stdout).toMatch(
      /waiting, \d+ signals?, 1 attempt, answered 503 {2}"/,
    );
    expect((await run('history', '--limit', '1')).stdout).toMatch(
      /^.+\nEarlier ones are not shown: give a --limit of more than 1\.\n$/,
    );
    expect((await run('history', '--buyer', 'nobody')).stdout).toMatch(
      /^No such digest was created since .+ UTC\.\n$/,
    );
  });
});

describe('why', () => {
  it('shows why a signal was sent, in which digest, by which attempts', async () => {
    state.configure({
      hot: { topByHotness: 1 },
      routes: [webhookRoute(bench.inbox, 'all'), webhookRoute(bench.inbox, 'cold', { hot: false })],
    });
    const before = bench.inbox.requests.length;
    await state.runOnce();
    const sent = bench.inbox.requests.slice(before).find(({ body }) => JSON.parse(body).data.totals.hot > 0);
    const [hot] = sentSignals(sent?.body ?? '');

    const { stdout, exitCode } = await run('why', hot?.signalId ?? '');

    expect(exitCode).toBe(0);
    expect(stdout).toMatch(
      new RegExp(
        `^.+\n  id          ${hot?.signalId}\n  bridge      .+\n  buyer       .+ \\(${uuid}\\)\n  first seen  .{16} UTC \\(.+\\)\n` +
          `  hot         yes: 1st of \\d+ here\n(?:  .+\n)*?` +
          'Routes, by the rules when it was recorded:\n  all takes it: the route takes every signal\n' +
          '    in [a-z2-7]{8}  delivered, .+\n      .{16} UTC  delivered: answered 204\n' +
          '  cold does not take it: it is hot\n$',
      ),
    );
  });

  it('finds a signal by its row or by words, and lists several with their ids', async () => {
    await state.runOnce();
    const [signal] = sentSignals(bench.inbox.requests.at(-1)?.body ?? '');
    const row = await jsonOf('why', signal?.signalId.split('#')[1] ?? '');
    const several = await jsonOf('why', bench.buyerIds[0] ?? '');
    const listed = await run('why', bench.buyerIds[0] ?? '');

    expect(row).toMatchObject({ signal: { signalId: signal?.signalId, name: signal?.name }, matches: [] });
    expect(several).toMatchObject({ signal: null, unknown: [], found: several.matches.length });
    expect(listed.stdout).toMatch(
      new RegExp(
        `^${several.found} signals fit, the latest first.*:\n(.{16} UTC  .+ – .+\n  ${uuid}#${uuid}\n){${several.found}}$`,
      ),
    );
  });

  it('says what a signal waits for, and why none was sent of those that were there before', async () => {
    state.configure({
      routes: [{ ...webhookRoute(bench.inbox, 'all'), when: { cron: '0 8 ? * MON *', timezone: 'UTC' } }],
    });
    await run('invoke', 'plan-polls');
    const [waiting] = (await jsonOf('why', bench.buyerIds[0] ?? '')).matches;
    expect((await run('why', waiting.signalId)).stdout).toMatch(
      /\n {4}waits for the route's next time, .{10} 08:00 UTC\n$/,
    );

    state = bench.newState();
    state.configure({ watch: { buyers: bench.buyerIds } });
    await state.runOnce();
    const known = await run('why', waiting.signalId);
    const because = 'it was there before the first reading of its buyer; watch.firstRun was "baseline" then';
    expect(known.stdout).toContain(`\n  not sent    ${because}\n`);

    // It changes nothing of what was read before.
    state.configure({ watch: { buyers: bench.buyerIds, firstRun: 'send-all' } });
    expect((await run('why', waiting.signalId)).stdout).toBe(known.stdout);
    expect((await jsonOf('preview')).routes[0].stays[0]).toMatchObject({ because });
    const doctor = await run('doctor');
    expect(doctor.exitCode, doctor.stdout).toBe(0);
    expect(doctor.stdout).toContain(
      `warning  names: watch.firstRun is "send-all", and 3 of 3 buyers were first read with "baseline"`,
    );
  });

  it('says why nothing is known of a signal', async () => {
    expect((await run('why', 'a#b')).stdout).toBe(
      'No signal was ever recorded as a#b: ids are kept for good.\nNothing has run here yet.\n',
    );
  });
});
