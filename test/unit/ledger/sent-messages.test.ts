import { describe, expect, it } from 'vitest';
import { type CountedMessage, noMessages } from '../../../shared/domain/routes/pace.ts';
import { sentKey } from '../../../shared/ledger/keys.ts';
import { exampleNewSignal } from '../../support/examples/example-signals.ts';
import { CrashError, onlyAt } from '../../support/fault-injector.ts';
import { crashes, now, openLedger } from './open-ledger.ts';

const slot = '2026-11-21T08:00:00.000Z';
const first: CountedMessage = { before: noMessages, after: { counted: 1, times: [now] } };

async function openWaiting() {
  const opened = openLedger();
  await opened.ledger.record(exampleNewSignal(1));
  const members = opened.outboxKeys('crm');
  const freeze = (counted: CountedMessage) => {
    const digest = { routeId: 'crm', slot, part: 1, digestId: 'msg_1', destinationType: 'webhook' as const };
    return opened.ledger.freeze({ ...digest, body: '{}', members }, now, undefined, counted);
  };
  return { ...opened, freeze };
}

describe('the messages that count for a limit', () => {
  it('are none at first', async () => {
    expect(await openLedger().ledger.readSent('crm')).toEqual(noMessages);
  });

  it('are counted with the digest', async () => {
    const { ledger, freeze } = await openWaiting();
    expect(await freeze(first)).toBe(true);
    expect(await ledger.readSent('crm')).toEqual(first.after);
    expect(await ledger.readSent('sales')).toEqual(noMessages);
  });

  it('call a digest off if another composer counted one meanwhile', async () => {
    const { ledger, freeze, table, outboxKeys } = await openWaiting();
    await table.put({ ...sentKey('crm'), counted: 7, times: [now], v: 1 });
    expect(await freeze(first)).toBe(false);
    expect(outboxKeys('crm')).toHaveLength(1);
    const before = await ledger.readSent('crm');
    expect(await freeze({ before, after: { counted: 8, times: [now, now] } })).toBe(true);
  });

  it.each(crashes)('are counted exactly if the digest is there, after a %s', async (fault) => {
    const { freeze, plan, keys, item } = await openWaiting();
    plan(onlyAt(1, fault));
    await expect(freeze(first)).rejects.toThrow(CrashError);
    const counted = (await item(sentKey('crm')))?.counted ?? 0;
    expect(counted).toBe(keys('R#crm', 'DIG#').length);
  });

  it('of an item without their number are none, and can be counted again', async () => {
    const { ledger, freeze, table } = await openWaiting();
    await table.put({ ...sentKey('crm'), times: 'now', v: 9 });
    expect(await ledger.readSent('crm')).toEqual(noMessages);
    expect(await freeze(first)).toBe(true);
  });
});
