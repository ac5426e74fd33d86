/** What the ledger's table in SQLite takes for its commonest calls: `node test/bench/table.bench.ts`. Prints medians. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteTable } from '../../local/machine/sqlite-table.ts';

const directory = mkdtempSync(join(tmpdir(), 'signalpost-bench-'));
const table = openSqliteTable(join(directory, 'ledger.db'));
const content = JSON.stringify({ name: 'Tender for district software', notes: 'x'.repeat(600) });
const rounds = 5_000;

/** What recording one new signal for two routes writes. */
async function record(round: number): Promise<void> {
  const absent = { kind: 'absent' } as const;
  const signal = { pk: `S#bridge#${round}`, sk: 'SEEN', firstSeenAt: round };
  const entries = ['crm', 'sales'].map((route) => ({ pk: `R#${route}`, sk: `OUT#${round}`, content }));
  await table.transact(
    [signal, ...entries].map((item) => ({ kind: 'put' as const, item, condition: absent })),
  );
}

const calls: Readonly<Record<string, (round: number) => Promise<unknown>>> = {
  'record a signal for two routes': record,
  'find a signal recorded before': (round) => table.get({ pk: `S#bridge#${round}`, sk: 'SEEN' }),
  'claim by a conditional update': (round) =>
    table.update({
      key: { pk: 'R#crm', sk: 'DIG' },
      set: { fence: round, dueShard: '0', dueAt: round },
      condition: {
        kind: 'any',
        of: [{ kind: 'absent' }, { kind: 'compare', attribute: 'fence', is: '<', value: round }],
      },
    }),
  'read 100 entries of an outbox': () => table.query({ pk: 'R#crm', prefix: 'OUT#', limit: 100 }),
};

for (const [name, call] of Object.entries(calls)) {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    await call(round);
    times.push(performance.now() - started);
  }
  times.sort((a, b) => a - b);
  const [median, slowest] = [times[rounds / 2] ?? 0, times[Math.floor(rounds * 0.99)] ?? 0];
  console.log(`${name}: ${median.toFixed(3)} ms, 99 of 100 within ${slowest.toFixed(3)} ms`);
}
table.close();
rmSync(directory, { recursive: true });
