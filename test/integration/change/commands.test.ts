import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type BenchState,
  type RunBench,
  startRunBench,
  webhookRoute,
} from '../../support/commands/run-bench.ts';

let bench: RunBench;
let state: BenchState;
beforeAll(async () => {
  bench = await startRunBench({ buyers: 3, signals: 6 });
});
afterAll(() => bench.close());

const heldBack = { flood: { over: 1, show: 1, rest: 'hold' } };
const weekly = { when: { cron: '0 8 ? * MON *', timezone: 'UTC' } };

function configure(...routes: readonly Record<string, unknown>[]): void {
  state.configure({ routes });
}

const other = (): Record<string, unknown> =>
  webhookRoute(bench.inbox, 'other', { buyers: [bench.bridgeIds[0]] });

/** One digest that the receiver refused for now, and signals held back from a flood; then the route is gone. */
async function leaveBehind(): Promise<void> {
  state = bench.newState();
  bench.inbox.answer = () => ({ status: 503 });
  configure({ ...webhookRoute(bench.inbox, 'crm'), ...heldBack }, other());
  await state.runOnce();
  bench.inbox.answer = undefined;
  configure(other());
}

describe('signalpost hand-over', () => {
  beforeAll(leaveBehind);

  it('is suggested by a run, which moves nothing itself', async () => {
    const { stderr } = await state.runOnce();
    expect(stderr).toContain('route crm: no longer in the config, with 4 signals held back');
    expect(stderr).toContain('signalpost hand-over crm --to ROUTE, or signalpost discard crm');
  });

  it('in a dry run says what would go, and moves nothing', async () => {
    const { stdout, exitCode } = await state.run(['hand-over', 'crm', '--to', 'other', '--dry-run']);
    expect(stdout).toContain('route crm: 4 signals held back and 1 digest would be moved to other.');
    expect(stdout).toContain(
      '  The match of route other (1 buyer) excludes 5 of 5 signals; to move them anyway, add --anyway.\n',
    );
    expect(exitCode).toBe(0);
    expect((await state.run(['routes'])).stdout).toContain('crm (not in the config)');
  });

  it('does nothing with what the other route would not take by itself, and says how much that is', async () => {
    const { stdout, stderr, exitCode } = await state.run(['hand-over', 'crm', '--to', 'other']);
    expect(stderr).toBe(
      'signalpost: route crm: nothing was moved. The match of route other (1 buyer) excludes 5 of 5 signals; ' +
        'to move them anyway, add --anyway\n',
    );
    expect([stdout, exitCode]).toEqual(['', 2]);
    expect((await state.run(['pending', 'crm'])).stdout).toContain('4 signals held back');
  });

  it('gives all of a vanished route to another, which sends it with the next run; again there is nothing', async () => {
    const before = bench.inbox.digests.length;
    const { stdout, exitCode } = await state.run(['hand-over', 'crm', '--to', 'other', '--anyway', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      from: 'crm',
      to: 'other',
      dryRun: false,
      signals: 0,
      signalsHeld: 4,
      signalsHad: 0,
      digests: 1,
      digestsOfOtherType: 0,
      signalsUnmatched: 5,
    });
    expect(exitCode).toBe(0);

    expect((await state.run(['release', 'other'])).stdout).toContain('4 signals released');
    await state.runOnce();
    const got = bench.inbox.digests.slice(before);
    expect(got.map(({ to }) => to)).toEqual(got.map(() => 'other'));
    expect(new Set(got.flatMap(({ data }) => data.buyers.flatMap(({ signals }) => signals))).size).toBe(5);
    const again = await state.run(['hand-over', 'crm', '--to', 'other']);
    expect(again).toMatchObject({ exitCode: 0 });
    expect(again.stdout).toContain('route crm: nothing is pending, so there is nothing to hand over.');
  });

  it('leaves alone what an enabled route sends by itself', async () => {
    configure({ ...webhookRoute(bench.inbox, 'crm'), ...weekly }, other());
    const { stdout, exitCode } = await state.run(['hand-over', 'crm', '--to', 'other']);
    expect(stdout).toContain('its pending digests are retried automatically and none is stuck');
    expect(exitCode).toBe(0);
  });

  it('names what it does not know, and what there is', async () => {
    for (const [args, found] of [
      [['crm', '--to', 'nobody'], '--to: found "nobody"; the config has: crm, other'],
      [['other', '--to', 'other'], '--to: found other, the route itself; name another one'],
      [
        ['nobody', '--to', 'other'],
        'ROUTE: found "nobody", which is neither in the config nor in the ledger',
      ],
      [['crm'], "required option '--to <route>' not specified"],
    ] as const) {
      const { stderr, exitCode } = await state.run(['hand-over', ...args]);
      expect(stderr).toContain(found);
      expect(exitCode).toBe(2);
    }
  });
});

describe('signalpost discard', () => {
  beforeAll(leaveBehind);

  it('does nothing without --yes if nobody can answer', async () => {
    const { stderr, exitCode } = await state.run(['discard', 'crm']);
    expect(stderr).toContain('--yes is required without a terminal');
    expect(stderr).toContain('4 signals held back and 1 digest would be discarded');
    expect(exitCode).toBe(2);
    expect((await state.run(['routes'])).stdout).toContain('crm (not in the config)');
  });

  it('in a dry run says what it is about', async () => {
    const { stdout } = await state.run(['discard', 'crm', '--dry-run', '--json']);
    expect(JSON.parse(stdout)).toEqual({
      routeId: 'crm',
      dryRun: true,
      signals: 0,
      signalsHeld: 4,
      digests: 1,
    });
  });

  it('throws away what a vanished route left, and nothing of it comes again', async () => {
    const before = bench.inbox.digests.length;
    const { stdout, exitCode } = await state.run(['discard', 'crm', '--yes']);
    expect(stdout).toContain(
      'route crm: 4 signals held back and 1 digest discarded. The ledger keeps a record for 30 days.',
    );
    expect(exitCode).toBe(0);
    expect((await state.run(['routes'])).stdout).not.toContain('crm');

    configure(webhookRoute(bench.inbox, 'crm'), other());
    await state.runOnce();
    expect(bench.inbox.digests.length).toBe(before);
    const again = await state.run(['discard', 'crm', '--yes']);
    expect(again.stdout).toContain('so there is nothing to discard.');
  });
});
