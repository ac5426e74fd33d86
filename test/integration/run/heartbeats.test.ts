import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { nameTimes } from '../../../shared/domain/digests/heartbeat.ts';
import { routeKey } from '../../../shared/ledger/keys.ts';
import type { Item } from '../../../shared/ledger/table/table.ts';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const dayMs = 86_400_000;

describe('heartbeats on one machine', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 6 }));

  /** Daily, twelve hours from now: no such time passes while the test runs. */
  const at = new Date(Date.now() - dayMs / 2);
  const daily = { cron: `${at.getUTCMinutes()} ${at.getUTCHours()} * * ? *`, timezone: 'UTC' };
  /** As if nothing had run for a week. */
  const age = async ({ directory }: BenchState, routeId: string): Promise<void> => {
    const table = openSqliteTable(join(directory, 'state', 'ledger.db'));
    const key = routeKey(routeId);
    const at = Date.now() - 7 * dayMs;
    const { round } = (await table.get(key)) as Item & { readonly round: Item };
    await table.update({ key, set: { round: { ...round, at }, heartbeat: { at, times: nameTimes(daily) } } });
    table.close();
  };
  const heartbeatsOf = (id: string) => bench.inbox.heartbeats.filter(({ to }) => to === id);

  it('are sent by a tick where their time passed while nothing ran, once, and not with --now', async () => {
    const state = bench.newState();
    const told = { ...webhookRoute(bench.inbox, 'once'), heartbeat: daily };
    state.configure({ routes: [told, webhookRoute(bench.inbox, 'once-untold')] });
    const first = await state.runOnce('--due');
    expect(first.exitCode, first.stderr).toBe(0);
    expect(heartbeatsOf('once')).toEqual([]);
    await age(state, 'once');
    expect((await state.runOnce('--now')).exitCode).toBe(0);
    expect(heartbeatsOf('once')).toEqual([]);

    for (const flags of [[], ['--due']]) expect((await state.runOnce(...flags)).exitCode).toBe(0);

    expect(heartbeatsOf('once')).toHaveLength(1);
    expect(heartbeatsOf('once-untold')).toEqual([]);
  });
});
