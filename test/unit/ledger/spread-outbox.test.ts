import { describe, expect, it } from 'vitest';
import { entryKey, outboxKey, outboxPks, routeKey } from '../../../shared/ledger/keys.ts';
import { exampleNewSignal, rowUuid } from '../../support/examples/example-signals.ts';
import { now, openLedger } from './open-ledger.ts';

describe('the outbox of a route', () => {
  it('is spread evenly, so that no partition takes most of a flood', () => {
    const counts = new Map<string, number>();
    for (let number = 0; number < 8_000; number += 1) {
      // Those of one scan have one time.
      const firstSeenAt = now + Math.floor(number / 50);
      const { pk } = outboxKey('crm', firstSeenAt, `bridge#${rowUuid(number)}`);
      counts.set(pk, (counts.get(pk) ?? 0) + 1);
    }
    expect([...counts.keys()].sort()).toEqual([...outboxPks('crm')]);
    for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(160);
  });

  it('has partitions that are no route’s own, and none of another route', () => {
    // As the config allows them: letters, digits and dashes, a letter or digit first.
    const routeIds = ['crm', '0', 'outbox-0', 'crm-0', 'outbox-0-crm'];
    const pks = routeIds.flatMap((routeId) => [routeKey(routeId).pk, ...outboxPks(routeId)]);
    expect(new Set(pks).size).toBe(pks.length);
  });

  it('keeps an entry where its key says, also after a release', async () => {
    const { ledger, table, outboxKeys } = openLedger();
    for (let number = 0; number < 40; number += 1) await ledger.record(exampleNewSignal(number));
    const recorded = outboxKeys('crm');
    await ledger.openFlood('crm', 1);
    await ledger.setAside({ routeId: 'crm', keys: recorded, fate: 'held', floodId: 1 }, now);
    expect(outboxKeys('crm')).toEqual([]);
    await ledger.releaseHeld('crm');
    expect(outboxKeys('crm')).toEqual(recorded);
    const entries = [...table.all()].filter(({ sk }) => sk.startsWith('OUT#'));
    expect(entries.map(({ pk, sk }) => ({ pk, sk }))).toEqual(entries.map(({ sk }) => entryKey('crm', sk)));
    expect(new Set(entries.map(({ pk }) => pk)).size).toBe(outboxPks('crm').length);
  });

  it('is read oldest first over all partitions, however few are asked for', async () => {
    const { ledger } = openLedger();
    for (let number = 59; number >= 0; number -= 1) await ledger.record(exampleNewSignal(number));
    const all = (await ledger.readOutbox('crm', 100)).map(({ key }) => key);
    expect(all).toHaveLength(60);
    expect(all).toEqual(all.toSorted());
    for (const limit of [1, 2, 19, 59, 60]) {
      expect((await ledger.readOutbox('crm', limit)).map(({ key }) => key)).toEqual(all.slice(0, limit));
    }
    const paged: string[] = [];
    for await (const page of ledger.pageOutbox('crm')) paged.push(...page.map(({ key }) => key));
    expect(paged).toEqual(all);
    expect(await ledger.countWaiting('crm', now)).toMatchObject({ signals: 60, oldestAt: now });
    expect(await ledger.describePending('crm', 7)).toMatchObject({ signalsWaiting: 7, oldestAt: now });
  });
});
