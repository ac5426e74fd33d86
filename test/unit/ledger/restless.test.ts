import { describe, expect, it } from 'vitest';
import { buyerA, buyerB } from '../../support/examples/example-signals.ts';
import { now, openLedger } from './open-ledger.ts';

const markOf = (buyerId: string) => ({ pk: 'P#restless', sk: `BUY#${buyerId}` });
const refusal = { status: 403, since: now - 2, lastAt: now - 1, count: 2, toldAt: now };

describe('the marks of restless buyers', () => {
  it('are there from when a buyer was roused until it is calm', async () => {
    const { ledger, item } = openLedger();
    await ledger.rouse(buyerA);
    await ledger.rouse(buyerA);
    await ledger.setCalm(buyerB, false);
    expect(await ledger.readRestless()).toEqual({ restless: new Set([buyerA, buyerB]), refused: new Map() });
    await ledger.setCalm(buyerA, true);
    expect((await ledger.readRestless()).restless).toEqual(new Set([buyerB]));
    expect(await item(markOf(buyerA))).toBeUndefined();
  });

  it('are not there for a buyer of which nothing is known', async () => {
    const { ledger } = openLedger();
    expect(await ledger.readRestless()).toEqual({ restless: new Set(), refused: new Map() });
    expect(await ledger.readStanding(buyerA)).toEqual({ calm: true, refusal: null });
  });

  it('are written only where something changes', async () => {
    const { ledger, injector } = openLedger();
    const writes = () => injector.calls.filter((name) => !['table.get', 'table.query'].includes(name)).length;
    await ledger.setCalm(buyerA, true);
    expect(writes()).toBe(0);
    await ledger.setCalm(buyerA, false);
    await ledger.setCalm(buyerA, false);
    expect(writes()).toBe(1);
  });

  it('say that a buyer is refused, who is then not calm, until it is allowed', async () => {
    const { ledger } = openLedger();
    await ledger.saveRefusal(buyerA, refusal);
    const { restless, refused } = await ledger.readRestless();
    expect([restless, refused]).toEqual([new Set([buyerA]), new Map([[buyerA, refusal]])]);
    expect(await ledger.readStanding(buyerA)).toEqual({ calm: false, refusal });

    await ledger.setCalm(buyerA, true);
    expect(await ledger.readStanding(buyerA)).toEqual({ calm: false, refusal });

    await ledger.saveRefusal(buyerA, null);
    expect(await ledger.readStanding(buyerA)).toEqual({ calm: false, refusal: null });
    await ledger.setCalm(buyerA, true);
    expect(await ledger.readStanding(buyerA)).toEqual({ calm: true, refusal: null });
  });

  it('read an unreadable refusal as none, and the buyer as restless', async () => {
    const { ledger, table } = openLedger();
    await table.put({ ...markOf(buyerA), v: 2, refusedStatus: 403 });
    expect(await ledger.readRestless()).toEqual({ restless: new Set([buyerA]), refused: new Map() });
  });
});
