import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { registryKey } from '../../../shared/ledger/keys.ts';
import {
  type BenchState,
  type RunBench,
  startRunBench,
  webhookRoute,
} from '../../support/commands/run-bench.ts';

const dayMs = 86_400_000;

describe('heartbeats on one machine', () => {
  let bench: RunBench;
  beforeAll(async () => {
    bench = await startRunBench({ buyers: 3, signals: 6 });
  });
  afterAll(() => bench.close());

  /** Daily, twelve hours from now: no such time passes while the test runs. */
  const daily = (): { readonly cron: string; readonly timezone: string } => {
    const at = new Date(Date.now() - dayMs / 2);
    return { cron: `${at.getUTCMinutes()} ${at.getUTCHours()} * * ? *`, timezone: 'UTC' };
  };
  const openState = (id: string): BenchState => {
    const state = bench.newState();
    const told = { ...webhookRoute(bench.inbox, id), heartbeat: daily() };
    state.configure({ routes: [told, webhookRoute(bench.inbox, `${id}-untold`)] });
    return state;
  };
  /** As if this state had been begun a week ago, and nothing had run since. */
  const age = async ({ directory }: BenchState, routeId: string): Promise<void> => {
    const table = openSqliteTable(join(directory, 'state', 'ledger.db'));
    await table.update({ key: registryKey(routeId), set: { firstSeenAt: Date.now() - 7 * dayMs } });
    table.close();
  };
  const heartbeatsOf = (id: string) => bench.inbox.heartbeats.filter(({ to }) => to === id);
  const begun = async (id: string): Promise<BenchState> => {
    const state = openState(id);
    const first = await state.runOnce();
    expect(first.exitCode, first.stderr).toBe(0);
    expect(heartbeatsOf(id)).toEqual([]);
    await age(state, id);
    return state;
  };

  it('are sent by a run that ends where their time passed while nothing ran: one for all days, and once', async () => {
    const state = await begun('once');

    for (const _ of [1, 2]) expect((await state.runOnce()).exitCode).toBe(0);

    expect(heartbeatsOf('once')).toHaveLength(1);
    expect(heartbeatsOf('once-untold')).toEqual([]);
  });

  it('are sent as a run that goes on begins', async () => {
    const state = await begun('on');

    const running = state.start(['run']);
    await expect.poll(() => heartbeatsOf('on').length, { timeout: 30_000 }).toBe(1);
    running.kill('SIGTERM');
    await running.ended;
    expect((await state.runOnce()).exitCode).toBe(0);

    expect(heartbeatsOf('on')).toHaveLength(1);
  });
});
