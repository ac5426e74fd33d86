import { describe, expect, it } from 'vitest';
import type { NewSignal } from '../../../../shared/domain/signals/recording.ts';
import { buyerA, exampleNewSignal, exampleRow } from '../../../support/examples/example-signals.ts';
import { openLedger } from '../../../support/ledger/open-ledger.ts';

const routeIds = ['crm', 'sales'];
const signals = (amount: number, over: Partial<NewSignal> = {}): NewSignal[] =>
  Array.from({ length: amount }, (_, row) => exampleNewSignal(row + 1, { routeIds, ...over }));

it('signals that are recorded together are all left alone where one of them was recorded before', async () => {
  const opened = openLedger();
  await opened.ledger.signals.record(exampleNewSignal(2));
  expect(await opened.ledger.signals.recordTogether(signals(3))).toBe(false);
  expect(opened.outboxKeys('crm')).toHaveLength(1);
});

describe('batches of signals', () => {
  const { batch } = openLedger().ledger.signals;
  const sizes = (all: readonly NewSignal[]): number[] => batch(all).map(({ length }) => length);

  it('hold what one transaction takes: 100 items', () => {
    expect(sizes(signals(80))).toEqual([25, 25, 25, 5]);
    expect(sizes(signals(101, { routeIds: [] }))).toEqual([50, 50, 1]);
    expect(sizes([])).toEqual([]);
  });

  it('hold less than 4 MB, however large the items are', async () => {
    const raw = { raw: '\u0001'.repeat(290_000), problem: 'no rowId', buyerId: buyerA };
    const wide = exampleRow(1, { columns: { Text: 'x'.repeat(290_000) } });
    for (const content of [raw, wide]) {
      const all = signals(50, { routeIds: [], content });
      expect(sizes(all)).toEqual([50]);
      expect(await openLedger().ledger.signals.recordTogether(all)).toBe(true);
    }
  });
});
