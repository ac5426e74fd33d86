import { describe, expect, it } from 'vitest';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { now, openLedger } from './open-ledger.ts';

const later = now + 3_600_000;
const never = () => false;

describe('the oldest entries of an outbox', () => {
  it('are those that wait for no summary, however many others are in front of them', async () => {
    const { ledger } = openLedger();
    for (let number = 0; number < 150; number += 1) {
      await ledger.record(exampleNewSignal(number, { hot: true, releaseAt: later }));
    }
    await ledger.record(exampleNewSignal(500));
    expect(await ledger.readOldestEntries('crm', now, never)).toMatchObject([
      { enteredAt: now + 500, releaseAt: null },
    ]);
  });

  it('are none that are delayed, and name their buyer and bridge', async () => {
    const { ledger } = openLedger();
    for (let number = 0; number < 150; number += 1) await ledger.record(exampleNewSignal(number));
    await ledger.record(exampleNewSignal(500));
    const [last] = await ledger.readOldestEntries('crm', now, ({ enteredAt }) => enteredAt < now + 500);
    const { buyerId, signalId } = exampleNewSignal(500);
    expect(last).toMatchObject({ enteredAt: now + 500, buyerId, bridgeId: signalId.split('#')[0] });
  });

  it('are none while all of them wait, and a hundred of them once they have waited', async () => {
    const { ledger } = openLedger();
    for (let number = 0; number < 150; number += 1) {
      await ledger.record(exampleNewSignal(number, { hot: true, releaseAt: later }));
    }
    expect(await ledger.readOldestEntries('crm', now, never)).toEqual([]);
    expect(await ledger.readOldestEntries('crm', later, never)).toHaveLength(100);
  });
});
