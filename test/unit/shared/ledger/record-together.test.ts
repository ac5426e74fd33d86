import { describe, expect, it } from 'vitest';
import type { NewSignal } from '../../../../shared/domain/signals/recording.ts';
import { buyerA, exampleNewSignal, exampleRow } from '../../../support/examples/example-signals.ts';
import { openLedger } from '../../../support/ledger/open-ledger.ts';

const routeIds = ['crm', 'sales'];
const signals = (amount: number, over: Partial<NewSignal> = {}): NewSignal[] =>
  Array.from({ length: amount }, (_, row) => exampleNewSignal(row + 1, { routeIds, ...over }));

describe('signals that are recorded together', () => {
  it('are written down in one transaction, each with an entry for each route', async () => {
    const opened = openLedger();
    expect(await opened.ledger.signals.recordTogether(signals(3))).toBe(true);

    expect(opened.injector.calls.filter((name) => name === 'table.transact')).toHaveLength(1);
    expect(opened.outboxKeys('crm')).toHaveLength(3);
    expect(opened.outboxKeys('sales')).toHaveLength(3);
    const ids = signals(3).map(({ signalId }) => signalId);
    expect(await opened.ledger.signals.findKnown(ids)).toEqual(new Set(ids));
  });

  it('are all left alone where one of them was recorded before', async () => {
    const opened = openLedger();
    await opened.ledger.signals.record(exampleNewSignal(2));
    expect(await opened.ledger.signals.recordTogether(signals(3))).toBe(false);
    expect(opened.outboxKeys('crm')).toHaveLength(1);
  });
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

  it('leave alone a signal of more routes than a transaction takes beside others', () => {
    const wide = exampleNewSignal(50, {
      routeIds: Array.from({ length: 98 }, (_, index) => `route-${index}`),
    });
    expect(sizes([...signals(1), wide, ...signals(1)])).toEqual([1, 1, 1]);
  });
});
