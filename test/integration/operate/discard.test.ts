import { beforeAll, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 6 }));
let state: BenchState;

const heldBack = { flood: { over: 1, show: 1 } };
const weekly = { when: { cron: '0 8 ? * MON *', timezone: 'UTC' } };

function configure(...routes: readonly Record<string, unknown>[]): void {
  state.configure({ routes });
}

const other = (): Record<string, unknown> =>
  webhookRoute(bench.inbox, 'other', { buyers: [bench.bridgeIds[0]] });

/** One digest that the receiver refused for now, and signals held over the flood limit; then the route is gone. */
async function leaveBehind(): Promise<void> {
  state = bench.newState();
  bench.inbox.answer = () => ({ status: 503 });
  configure({ ...webhookRoute(bench.inbox, 'crm'), ...heldBack }, other());
  await state.runOnce();
  bench.inbox.answer = undefined;
  configure(other());
}

describe('signalpost discard', () => {
  beforeAll(leaveBehind);

  it('is suggested by a run, which discards nothing itself and does not end well', async () => {
    const { stderr, exitCode } = await state.runOnce();
    expect(exitCode).toBe(1);
    expect(stderr).toContain(
      'route crm: no longer in the config, with 4 signals held, 1 digest undelivered: ' +
        'put the route back until nothing is pending, or npm run -s signalpost -- discard crm --config config.json --state state',
    );
  });

  it('does nothing without --yes if nobody can answer', async () => {
    const { stderr, exitCode } = await state.run(['discard', 'crm']);
    expect(stderr).toContain('--yes is required without a terminal');
    expect(stderr).toContain('4 signals held and 1 digest would be discarded');
    expect(exitCode).toBe(2);
    expect((await state.run(['status'])).stdout).toContain('crm (not in the config)');
  });

  it('in a dry run says what it is about', async () => {
    const counts = { signals: 0, signalsHeld: 4, digests: 1 };
    expect(await state.json('discard', 'crm', '--dry-run')).toEqual({
      routeId: 'crm',
      dryRun: true,
      ...counts,
    });
  });

  it('throws away what a vanished route left, and nothing of it comes again', async () => {
    const before = bench.inbox.digests.length;
    const { stdout, exitCode } = await state.run(['discard', 'crm', '--yes']);
    expect(stdout).toContain(
      'route crm: 4 signals held and 1 digest discarded. The ledger keeps a record for 30 days.',
    );
    expect(exitCode).toBe(0);
    expect((await state.run(['status'])).stdout).not.toMatch(/^crm \(|route crm/m);

    configure(webhookRoute(bench.inbox, 'crm'), other());
    await state.runOnce();
    expect(bench.inbox.digests.length).toBe(before);
    const again = await state.run(['discard', 'crm', '--yes']);
    expect(again.stdout).toContain('so there is nothing to discard.');
  });

  it('leaves alone what an enabled route sends by itself', async () => {
    await leaveBehind();
    configure({ ...webhookRoute(bench.inbox, 'crm'), ...weekly }, other());
    expect(await state.json('discard', 'crm', '--dry-run')).toMatchObject({ signalsHeld: 4, digests: 0 });
  });
});
