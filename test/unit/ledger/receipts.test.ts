import { describe, expect, it } from 'vitest';
import type { FrozenDigest } from '../../../shared/domain/digests/delivery.ts';
import { now, openLedger } from './open-ledger.ts';

const slot = '2026-11-21T08:00:00.000Z';
const receipt: FrozenDigest = {
  ...{ routeId: 'crm', slot, part: 1, digestId: 'msg_1', body: '{"data":1}', members: [] },
  kind: 'receipt',
  destinationType: 'webhook',
};

describe('a receipt in the ledger', () => {
  it('is the only one of two composers that tell of the same slot, and is due', async () => {
    const { ledger, table } = openLedger();
    expect(await ledger.freeze(receipt, now)).toBe(true);
    expect(await ledger.freeze({ ...receipt, digestId: 'msg_other', body: '{"data":2}' }, now)).toBe(false);
    expect((await ledger.listDue(now)).digests).toEqual([{ routeId: 'crm', slot, part: 1 }]);
    expect([...table.all()].filter(({ kind }) => kind === 'receipt')).toMatchObject([{ text: '{"data":1}' }]);
  });

  it('counts as no message of the digest that may follow it', async () => {
    const { ledger } = openLedger();
    await ledger.freeze(receipt, now);
    expect(await ledger.readSlotSoFar('crm', slot)).toMatchObject({ parts: 1, messages: 0, signals: 0 });
  });

  it('is owed by the mark of its slot until the mark says otherwise', async () => {
    const { ledger } = openLedger();
    await ledger.markLate({ routeId: 'crm', slot, receipt: true }, now);
    expect(await ledger.readLate('crm')).toEqual({ routeId: 'crm', slot, receipt: true });
    await ledger.markLate({ routeId: 'crm', slot }, now);
    expect(await ledger.readLate('crm')).toEqual({ routeId: 'crm', slot });
  });
});
