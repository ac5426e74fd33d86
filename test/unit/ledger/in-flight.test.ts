import { describe, expect, it } from 'vitest';
import type { GrantedPlace, Place } from '../../../shared/domain/digests/delivery.ts';
import { onlyAt } from '../../support/fault-injector.ts';
import { now, openLedger, passingFaults } from './open-ledger.ts';

const leaseMs = 90_000;
const minute = 60_000;

function granted(place: Place): GrantedPlace {
  if (place.kind !== 'granted') throw new Error(`found ${place.kind} in place of a place`);
  return place;
}

describe('the places that a route has for attempts', () => {
  it('are two, and free again once an attempt is over', async () => {
    const { ledger } = openLedger();
    const first = granted(await ledger.beginAttempt('crm', 'a 1', now, leaseMs));
    granted(await ledger.beginAttempt('crm', 'b 1', now + 5, leaseMs));
    expect(await ledger.beginAttempt('crm', 'c 1', now + 9, leaseMs)).toEqual({
      kind: 'busy',
      since: now + 5,
    });
    granted(await ledger.beginAttempt('other', 'd 1', now + 9, leaseMs));
    await ledger.endAttempt('crm', first, false, now + 10);
    expect(await ledger.beginAttempt('crm', 'c 1', now + 10, leaseMs)).toMatchObject({ kind: 'granted' });
  });

  it('are not given back by one whose lease has run out', async () => {
    const { ledger } = openLedger();
    const late = granted(await ledger.beginAttempt('crm', 'a 1', now, leaseMs));
    granted(await ledger.beginAttempt('crm', 'b 1', now + leaseMs, leaseMs));
    granted(await ledger.beginAttempt('crm', 'c 1', now + leaseMs, leaseMs));
    await ledger.endAttempt('crm', late, true, now + leaseMs + 1);
    expect(await ledger.beginAttempt('crm', 'd 1', now + leaseMs + 2, leaseMs)).toMatchObject({
      kind: 'busy',
    });
  });

  it('are none for a minute after a timeout, then one, and longer none after each further timeout', async () => {
    const { ledger } = openLedger();
    let at = now;
    for (const minutes of [1, 2, 4, 8, 15, 15]) {
      const place = granted(await ledger.beginAttempt('crm', 'a 1', at, leaseMs));
      if (minutes > 1)
        expect(await ledger.beginAttempt('crm', 'b 1', at, leaseMs)).toEqual({ kind: 'busy', since: at });
      await ledger.endAttempt('crm', place, true, at);
      const until = at + minutes * minute;
      expect(await ledger.beginAttempt('crm', 'b 1', until - 1, leaseMs)).toEqual({ kind: 'paused', until });
      at = until;
    }
  });

  it('are all there again once the destination answers anything', async () => {
    const { ledger } = openLedger();
    const first = granted(await ledger.beginAttempt('crm', 'a 1', now, leaseMs));
    await ledger.endAttempt('crm', first, true, now);
    const probe = granted(await ledger.beginAttempt('crm', 'b 1', now + minute, leaseMs));
    await ledger.endAttempt('crm', probe, false, now + minute);
    for (const holder of ['c 1', 'd 1'])
      granted(await ledger.beginAttempt('crm', holder, now + minute, leaseMs));
  });

  it('count attempts that time out at once as one', async () => {
    const { ledger } = openLedger();
    const places = [
      granted(await ledger.beginAttempt('crm', 'a 1', now, leaseMs)),
      granted(await ledger.beginAttempt('crm', 'b 1', now, leaseMs)),
    ];
    for (const place of places) await ledger.endAttempt('crm', place, true, now);
    expect(await ledger.beginAttempt('crm', 'c 1', now, leaseMs)).toEqual({
      kind: 'paused',
      until: now + minute,
    });
  });

  it('are forgotten by a process that knows it is the only one', async () => {
    const { ledger } = openLedger();
    await ledger.registerRoutes(['crm']);
    for (const holder of ['a 1', 'b 1']) granted(await ledger.beginAttempt('crm', holder, now, leaseMs));
    await ledger.endLeases(now);
    granted(await ledger.beginAttempt('crm', 'c 1', now, leaseMs));
  });

  it('are not taken for ever by a sender whose clock was far ahead', async () => {
    const { ledger } = openLedger();
    const ahead = now + 400 * 86_400_000;
    const lost = granted(await ledger.beginAttempt('crm', 'a 1', ahead, leaseMs));
    granted(await ledger.beginAttempt('crm', 'b 1', ahead, leaseMs));
    await ledger.endAttempt('crm', lost, true, ahead);
    granted(await ledger.beginAttempt('crm', 'c 1', now, leaseMs));
  });

  it.each(passingFaults)('are taken and given back once where a write is %s', async (fault) => {
    const { ledger, plan } = openLedger();
    plan(onlyAt(2, fault));
    const place = granted(await ledger.beginAttempt('crm', 'a 1', now, leaseMs));
    plan(onlyAt(2, fault));
    await ledger.endAttempt('crm', place, false, now);
    plan(() => null);
    for (const holder of ['b 1', 'c 1']) granted(await ledger.beginAttempt('crm', holder, now, leaseMs));
    expect(await ledger.beginAttempt('crm', 'd 1', now, leaseMs)).toMatchObject({ kind: 'busy' });
  });
});
