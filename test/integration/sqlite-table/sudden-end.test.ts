import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { itemsIn } from '../../support/ledger/stored-items.ts';

const tableModule = new URL('../../../machine/sqlite-table.ts', import.meta.url).href;

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-end-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('a table keeps every transaction that was answered, whole, when its process is killed', async () => {
  const file = join(directory, 'ledger.db');
  const code = `
    import { writeSync } from 'node:fs';
    const { openSqliteTable } = await import(${JSON.stringify(tableModule)});
    const table = openSqliteTable(${JSON.stringify(file)});
    for (let n = 0; ; n++) {
      const writes = ['SIG', 'OUT'].map((pk) => ({ kind: 'put', item: { pk, sk: String(n) }, condition: { kind: 'absent' } }));
      await table.transact(writes);
      writeSync(1, n + '\\n');
    }
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  let last = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    if (last >= 200) child.kill('SIGKILL');
  }
  await ended;

  const numbersOf = (pk: string) =>
    itemsIn(file)
      .filter((item) => item.pk === pk)
      .map(({ sk }) => Number(sk))
      .sort((a, b) => a - b);
  const signals = numbersOf('SIG');
  expect(numbersOf('OUT')).toEqual(signals);
  expect(signals.slice(0, last + 1)).toEqual(Array.from({ length: last + 1 }, (_, n) => n));
});
