import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { nameTimes } from '../../../shared/domain/reports/heartbeat.ts';
import { routeKey } from '../../../shared/ledger/items/keys.ts';
import { type BenchState, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { itemsIn } from '../../support/ledger/stored-items.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const dayMs = 86_400_000;

const bench = openedForAll(() => startRunBench({ buyers: 3, signals: 36 }));
/** Daily, twelve hours from now: no such time passes while the test runs. */
const at = new Date(Date.now() - dayMs / 2);
const daily = { cron: `${at.getUTCMinutes()} ${at.getUTCHours()} * * ? *`, timezone: 'UTC' };
const fileOf = ({ directory }: BenchState) => join(directory, 'state', 'ledger.db');
const openTable = (state: BenchState) => openSqliteTable(fileOf(state));

/** As if the digests had been delivered before the last of these times, and nothing had run since. */
const age = async (state: BenchState): Promise<void> => {
  const table = openTable(state);
  for (const { pk, sk, state: is } of itemsIn(fileOf(state))) {
    if (!pk.startsWith('H#DIG') || is !== 'DELIVERED') continue;
    const slot = new Date(Date.now() - 0.6 * dayMs).toISOString();
    const item = await table.get({ pk, sk });
    const at = Date.now() - 0.6 * dayMs;
    const outcomes = JSON.stringify([{ at, outcome: 'delivered' }]);
    const moved = { ...item, sk: sk.replace(/^[^#]+/, slot), slot, deliveredAt: at, outcomes };
    await table.put({ ...moved, pk: pk.replace(/\d{4}-\d\d$/, slot.slice(0, 7)) });
  }
  const mark = { at: Date.now() - 7 * dayMs, times: nameTimes(daily) };
  await table.update({ key: routeKey('told'), set: { recap: mark } });
  table.close();
};

it('recaps on one machine ask the service what became of each hot signal, and come in the run that asks, and not with --now', async () => {
  const state = bench.newState();
  state.configure({
    hot: { columns: [], topByHotness: 3 },
    summaries: { waitAtMost: '0 seconds' },
    routes: [{ ...webhookRoute(bench.inbox, 'told', { hot: true }), recap: daily }],
  });
  expect((await state.runOnce('--due')).exitCode).toBe(0);
  const sent = bench.inbox.buyers('told').flatMap(({ signals }) => signals);
  expect(sent.length).toBeGreaterThan(4);
  const deeds = ['Actioned', 'Attending', 'Saved', 'NotInterested'];
  for (const [index, status] of deeds.entries())
    await bench.control(`rows/${sent[index]?.rowId}/status`, { status });
  await age(state);
  expect((await state.runOnce('--now')).exitCode).toBe(0);
  expect(bench.inbox.recaps).toEqual([]);

  expect((await state.runOnce('--due')).exitCode).toBe(0);

  const untouched = sent.length - deeds.length;
  expect(bench.inbox.recaps.at(-1)?.data.sentence).toContain(`: 2 of ${sent.length} acted on`);
  const counts = { hot: sent.length, acted: 2, saved: 1, notInterested: 1, untouched, unknown: 0 };
  expect(bench.inbox.recaps.at(-1)?.data).toMatchObject({ counts });
});
