import { describe, expect, it } from 'vitest';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { now, openLedger } from './open-ledger.ts';

const later = now + 3_600_000;

describe('the oldest entries of an outbox', () => {
  it('are none that are delayed, and name their buyer and bridge', async () => {
    const { ledger } = openLedger();
    for (let number = 0; number < 150; number += 1) await ledger.record(exampleNewSignal(number));
    await ledger.record(exampleNewSignal(500));
    const [last] = await ledger.readOldestEntries('crm', ({ enteredAt }) => enteredAt < now + 500);
    const { buyerId, signalId } = exampleNewSignal(500);
    expect(last).toMatchObject({ enteredAt: now + 500, buyerId, bridgeId: signalId.split('#')[0] });
  });

  it('are none while all of them wait, and a hundred of them once they have waited', async () => {
    const { ledger } = openLedger();
    for (let number = 0; number < 150; number += 1) {
      await ledger.record(exampleNewSignal(number, { hot: true, releaseAt: later }));
    }
    const waitUntil = (now: number) =>
      ledger.readOldestEntries('crm', ({ releaseAt }) => (releaseAt ?? 0) > now);
    expect(await waitUntil(now)).toEqual([]);
    expect(await waitUntil(later)).toHaveLength(100);
  });
});
