import { describe, expect, it } from 'vitest';
import type { GrantedPlace } from '../../../../../shared/domain/digests/delivery.ts';
import { onlyAt } from '../../../../support/fault-injector.ts';
import { now, openLedger, passingFaults } from '../../../../support/ledger/open-ledger.ts';

const leaseMs = 90_000;
const minute = 60_000;

function open() {
  const { ledger, plan } = openLedger();
  const begin = (holder: string, at = now) => ledger.digests.beginAttempt('crm', holder, at, leaseMs);
  const end = (place: GrantedPlace, timedOut: boolean, at = now) =>
    ledger.digests.endAttempt('crm', place, timedOut, at);
  const take = async (holder: string, at = now): Promise<GrantedPlace> => {
    const place = await begin(holder, at);
    if (place.kind !== 'granted') throw new Error(`found ${place.kind} in place of a place`);
    return place;
  };
  return { ledger, plan, begin, end, take };
}

describe('the places that a route has for attempts', () => {
  it('are two, and free again once an attempt is over', async () => {
    const { ledger, begin, end, take } = open();
    const first = await take('a 1');
    await take('b 1', now + 5);
    expect(await begin('c 1', now + 9)).toEqual({ kind: 'busy', since: now + 5 });
    expect(await ledger.digests.beginAttempt('other', 'd 1', now + 9, leaseMs)).toMatchObject({
      kind: 'granted',
    });
    await end(first, false, now + 10);
    expect(await begin('c 1', now + 10)).toMatchObject({ kind: 'granted' });
  });

  it('are not given back by one whose lease has run out', async () => {
    const { begin, end, take } = open();
    const late = await take('a 1');
    await take('b 1', now + leaseMs);
    await take('c 1', now + leaseMs);
    await end(late, true, now + leaseMs + 1);
    expect(await begin('d 1', now + leaseMs + 2)).toMatchObject({ kind: 'busy' });
  });

  it('are none for a minute after a timeout, then one, and longer none after each further timeout', async () => {
    const { begin, end, take } = open();
    let at = now;
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      const place = await take('a 1', at);
      if (minutes > 1) expect(await begin('b 1', at)).toEqual({ kind: 'busy', since: at });
      await end(place, true, at);
      const until = at + minutes * minute;
      expect(await begin('b 1', until - 1)).toEqual({ kind: 'paused', until });
      at = until;
    }
  });

  it('are all there again once the destination answers anything', async () => {
    const { end, take } = open();
    const first = await take('a 1');
    await end(first, true);
    const probe = await take('b 1', now + minute);
    await end(probe, false, now + minute);
    for (const holder of ['c 1', 'd 1']) await take(holder, now + minute);
  });

  it('count attempts that time out at once as one', async () => {
    const { begin, end, take } = open();
    const places = [await take('a 1'), await take('b 1')];
    for (const place of places) await end(place, true);
    expect(await begin('c 1')).toEqual({ kind: 'paused', until: now + minute });
  });

  it('are tried at once by a run by hand after a timeout, one at a time, and those under way keep their places', async () => {
    const { ledger, begin, end, take } = open();
    await ledger.routes.register(['crm']);
    await end(await take('a 1'), true);
    await ledger.due.bringForwardAll(now);
    await take('b 1');
    await ledger.due.bringForwardAll(now);
    expect(await begin('c 1')).toMatchObject({ kind: 'busy' });
  });

  it.each(passingFaults)('are taken and given back once where a write is %s', async (fault) => {
    const { plan, begin, end, take } = open();
    plan(onlyAt(2, fault));
    const place = await take('a 1');
    plan(onlyAt(2, fault));
    await end(place, false);
    plan(() => null);
    for (const holder of ['b 1', 'c 1']) await take(holder);
    expect(await begin('d 1')).toMatchObject({ kind: 'busy' });
  });
});
