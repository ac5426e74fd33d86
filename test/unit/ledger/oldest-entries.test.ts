import { describe, expect, it } from 'vitest';
import type { ReadingRules } from '../../../shared/ledger/routes/pending.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { now, openLedger } from './open-ledger.ts';

const later = now + 3_600_000;
const isDue: ReadingRules['isDue'] = (entered) => entered.length > 0;

describe('the oldest entries of an outbox', () => {
  it('are none that are delayed, and name their buyer and bridge', async () => {
    const { ledger } = openLedger();
    for (let number = 0; number < 150; number += 1) await ledger.record(exampleNewSignal(number));
    await ledger.record(exampleNewSignal(500));
    const isDelayed: ReadingRules['isDelayed'] = ({ enteredAt }) => enteredAt < now + 500;
    const { undelayed } = await ledger.readOn('crm', null, 2, { isDelayed, isDue });
    const { place } = await ledger.readOn('crm', null, 1, { isDelayed: () => false, isDue: () => false });
    expect(place).toBeNull();
    const { buyerId, signalId } = exampleNewSignal(500);
    expect(undelayed).toMatchObject([{ enteredAt: now + 500, buyerId, bridgeId: signalId.split('#')[0] }]);
  });

  it('are none while all of them wait, and a hundred of them once they have waited', async () => {
    const { ledger } = openLedger();
    for (let number = 0; number < 150; number += 1) {
      await ledger.record(exampleNewSignal(number, { hot: true, releaseAt: later }));
    }
    const waitUntil = async (now: number) => {
      const isDelayed: ReadingRules['isDelayed'] = ({ releaseAt }) => (releaseAt ?? 0) > now;
      return (await ledger.readOn('crm', null, 2, { isDelayed, isDue })).undelayed;
    };
    expect(await waitUntil(now)).toEqual([]);
    expect(await waitUntil(later)).toHaveLength(100);
  });
});
