import { describe, expect, it } from 'vitest';
import { tellAwaited, tellUnknownColumns } from '../../../cli/look/tell-columns.ts';
import type { ColumnInfo } from '../../../shared/domain/signals/columns.ts';
import { exampleSignal } from '../../support/examples/example-digest.ts';

const column = (name: string): ColumnInfo => ({
  name,
  format: null,
  currency: null,
  labels: {},
  analysed: false,
  internal: false,
});

/** A ledger that knows the columns of these bridges, and a signal of `other`. */
function ledgerOf(columns: Readonly<Record<string, readonly string[]>>) {
  const asked: number[] = [];
  const signal = { ...exampleSignal(), bridgeId: 'other', columns: { Stage: 'x' } };
  return {
    asked,
    readColumns: async (id: string) => columns[id]?.map(column),
    listRecords: async ({ since, until }: { since: number; until: number }) => {
      asked.push(until - since);
      return [{ signal }, { signal: null }] as never;
    },
  };
}

const config = (name: string) => ({
  watch: { bridges: ['own'] } as never,
  hot: { columns: [{ name, atLeast: 80 }] } as never,
  routes: [],
});

describe('the columns that no bridge has', () => {
  it.each(['Match Score', 'Budget', 'Stage'])('are not %s, of a watched or another bridge', async (name) => {
    const ledger = ledgerOf({ own: ['Match Score'], other: ['Budget'] });
    expect(await tellUnknownColumns(ledger, config(name), 0)).toEqual([]);
    expect(ledger.asked).toEqual(name === 'Match Score' ? [] : [90 * 86_400_000]);
  });

  it('are told with the nearest', async () => {
    expect(await tellUnknownColumns(ledgerOf({ other: ['Budget'] }), config('Bugdet'), 0)).toEqual([
      'no bridge has the column "Bugdet" of hot.columns (did you mean "Budget"?): correct the config',
    ]);
  });

  it('are not guessed before the columns of any bridge are known', async () => {
    const ledger = { ...ledgerOf({}), listRecords: async () => [] };
    expect(await tellUnknownColumns(ledger, config('Budget'), 0)).toEqual([]);
  });
});

it.each([
  [{ signals: 0, columns: [], until: null }, null],
  [
    { signals: 1, columns: ['Match Score'], until: Date.UTC(2026, 10, 21, 8) },
    '1 signal waits for "Match Score" to be computed, until 2026-11-21 08:00 UTC at most',
  ],
  [
    { signals: 2, columns: ['Budget', 'Stage'], until: null },
    '2 signals wait for "Budget", "Stage" to be computed',
  ],
])('signals that wait for values are told: %j', (awaited, sentence) => {
  expect(tellAwaited(awaited)).toBe(sentence);
});
