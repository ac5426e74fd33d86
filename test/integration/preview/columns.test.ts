import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 2, signals: 0, bridges: 1 }));
let state: BenchState;
const buyer = 'Springfield';
const rows = [
  { name: 'ends', columns: { 'Due Date': '2020-01-01', Buyer: buyer, 'Estimated Value': 5_000_000 } },
  { name: 'runs', columns: { 'Due Date': '2099-01-01', Buyer: buyer, 'Estimated Value': 2_000_000 } },
];

beforeAll(async () => {
  state = bench.newState();
  state.configure({
    hot: { topByHotness: 0, columns: [{ name: 'Estimated Value', atLeast: 1_000_000 }] },
    columns: { money: 'Estimated Value', stage: 'Stage' },
  });
  for (const row of rows) await bench.addSignals({ buyerId: bench.buyerIds[0], ...row });
  expect(await state.run(['invoke', 'plan-polls'])).toMatchObject({ exitCode: 0 });
});

const preview = (written: unknown, ...args: string[]) => {
  writeFileSync(join(state.directory, 'other.json'), JSON.stringify(written));
  return state.run(['preview', '--columns', 'other.json', ...args]);
};

describe('preview --columns', () => {
  it('counts what would close, change and drop, with examples', async () => {
    const { exitCode, stdout, stderr } = await preview({
      columns: { deadline: 'Due Date', money: 'Estimated Value', stage: false },
    });

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^Of 2 signals since 20\d\d-\d\d-\d\d \d\d:\d\d UTC, with these columns:$/);
    expect(lines.slice(1, 4)).toEqual([
      '  hot: 2 today, 1 then',
      '  closes 1 signal',
      expect.stringMatching(/^ {4}ends \(Tenders\): closed .*2020$/),
    ]);
    expect(lines).toContain('  deadline: changes of 2 signals');
    expect(lines).toContain('  stage: drops of 2 signals');
    expect(stdout).not.toContain('money');
  });

  it('says where the same columns change nothing', async () => {
    const { stdout } = await preview({ money: 'Estimated Value', stage: 'Stage' });
    expect(stdout).toContain('\n  nothing closes, changes or drops\n');
  });
});
