import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openSqliteTable } from '../../../machine/sqlite-table.ts';
import { regularAt } from '../../../shared/domain/polling/due.ts';
import { bridgeMarkKey, outboxPk, outboxPrefix } from '../../../shared/ledger/items/keys.ts';
import type { Item, Key } from '../../../shared/ledger/table/table.ts';
import type { CliResult } from '../../support/commands/cli.ts';
import { type BenchState, countsOf, startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';
import { itemsIn } from '../../support/ledger/stored-items.ts';
import { openedForAll } from '../../support/opened-for-all.ts';
import { listAllSignals } from '../../support/upstream/listed-signals.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const nobodyDue = 'no buyer was due: no changed row named one';

/** One state, which each test goes on with. */
describe('run --once --due', () => {
  const bench = openedForAll(() => startRunBench({ buyers: 130, signals: 1_300, now: () => serviceTime }));
  let state: BenchState;
  let buyerIds: readonly string[];
  let serviceTime = Date.now() - 10 * dayMs;
  const configure = (route: Readonly<Record<string, unknown>>): void => {
    const watch = { buyers: buyerIds, allEvery: '1 day', firstRun: 'send-all' };
    state.configure({ watch, summaries: { waitAtMost: '0 seconds' }, routes: [route] });
  };
  const ledgerFile = () => join(state.directory, 'state', 'ledger.db');
  const runDue = () => state.runOnce('--due');
  const addSignal = () => bench.addSignals({ count: 1, buyerId: buyerIds[0] });

  beforeAll(async () => {
    // More than those of whom each tick polls everyone.
    const now = Date.now();
    // Without the few whose regular poll is due while the tests run, and those without a signal, which each tick asks for.
    const isCalm = (buyerId: string) => regularAt(buyerId, now, dayMs) > now + hourMs;
    const isListed = async (buyerId: string) =>
      (await listAllSignals(bench.sandbox, [buyerId])).length > 0 ? [buyerId] : [];
    buyerIds = (await Promise.all(bench.buyerIds.filter(isCalm).map(isListed))).flat();
    state = bench.newState();
    configure(webhookRoute(bench.inbox, 'all'));
    expect(countsOf(await state.runOnce()).digestsPending).toBe(0);
    // Reads the rows of the bridges that the first run learned.
    expect(countsOf(await runDue()).signalsRecorded).toBe(0);
    // The rows of the last hour would name their buyers again.
    serviceTime += 2 * hourMs;
    await change(bench.bridgeIds.map(bridgeMarkKey), ({ newestSeenAt }) => ({
      newestSeenAt: Number(newestSeenAt) - 2 * hourMs,
    }));
  });

  /** The calls that the service got, by operation, of what is done. */
  const callsOf = async (act: () => Promise<CliResult>) => {
    const count = () => ({ rows: bench.calls('/row?'), lists: bench.calls('/buyer-signals?') });
    const before = count();
    const result = await act();
    expect(result.exitCode, result.stderr).toBe(0);
    const after = count();
    return { result, rows: after.rows - before.rows, lists: after.lists - before.lists };
  };

  it('asks for rows only when nothing has changed, and says that nobody was due', async () => {
    const { result, rows, lists } = await callsOf(runDue);

    expect(lists).toBe(0);
    expect(rows).toBeGreaterThan(0);
    const counts = { buyersPolled: 0, signalsRecorded: 0, digestsPending: 0, upstreamRequests: rows };
    expect(countsOf(result)).toMatchObject(counts);
    expect(JSON.parse(result.stdout).notices).toEqual([expect.stringContaining(nobodyDue)]);
    expect(result.stderr).toContain(`signalpost: ${nobodyDue}`);
  });

  it('polls the buyer that a changed row names, and sends its signal at once', async () => {
    await addSignal();
    const { result, lists } = await callsOf(runDue);

    expect(countsOf(result)).toMatchObject({ buyersPolled: 1, signalsRecorded: 1, digestsDelivered: 1 });
    expect(lists).toBeLessThan(buyerIds.length);
    expect(result.stderr).not.toContain(nobodyDue);
  });

  it('composes a route whose time has passed since its signal came, and no route before its time', async () => {
    // Twelve hours ago, and twelve hours from now.
    const at = new Date(Date.now() - dayMs / 2);
    const when = { cron: `${at.getUTCMinutes()} ${at.getUTCHours()} * * ? *`, timezone: 'UTC' };
    configure({ ...webhookRoute(bench.inbox, 'daily'), when });
    await addSignal();
    expect(countsOf(await runDue())).toMatchObject({ signalsRecorded: 1, signalsWaiting: 1 });
    expect(bench.inbox.signals('daily')).toEqual([]);

    const entries = itemsIn(ledgerFile()).filter(
      ({ pk, sk }) => pk === outboxPk('daily') && sk.startsWith(outboxPrefix),
    );
    await change(entries, () => ({ enteredAt: Date.now() - dayMs }));
    expect(countsOf(await runDue())).toMatchObject({ digestsDelivered: 1, signalsWaiting: 0 });
    expect(bench.inbox.signals('daily')).toHaveLength(1);

    await addSignal();
    expect(countsOf(await runDue())).toMatchObject({ signalsRecorded: 1, signalsWaiting: 1 });
  });

  it('a run of everything keeps to the times of a route, too, and says how to send at once: with --now', async () => {
    const once = await state.runOnce();
    expect(countsOf(once)).toMatchObject({ digestsDelivered: 0, signalsWaiting: 1 });
    const now = 'npm run -s signalpost -- run --once --now --config config.json --state state';
    expect(JSON.parse(once.stdout).notices).toEqual([
      `what waits only for the time of its route is sent at once by: ${now}`,
    ]);
    expect(bench.inbox.signals('daily')).toHaveLength(1);

    const counts = { digestsDelivered: 1, signalsWaiting: 0 };
    expect(countsOf(await state.run(['run', '--now', '--json']))).toMatchObject(counts);
    expect(bench.inbox.signals('daily')).toHaveLength(2);
  });

  /** Changes those items of the ledger that are there. */
  async function change(keys: readonly Key[], changeOf: (item: Item) => Record<string, number>) {
    const table = openSqliteTable(ledgerFile());
    for (const key of keys) {
      const item = await table.get(key);
      if (item) await table.update({ key, set: changeOf(item) });
    }
    table.close();
  }
});
