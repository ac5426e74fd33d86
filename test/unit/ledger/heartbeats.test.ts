import { describe, expect, it } from 'vitest';
import type { FrozenDigest } from '../../../shared/domain/digests/delivery.ts';
import type { HeartbeatMark } from '../../../shared/domain/digests/heartbeat.ts';
import { claimDue } from '../../support/ledger/digests.ts';
import { now, openLedger } from './open-ledger.ts';

const slot = '2026-11-21T08:00:00.000Z';
const digest = (over: Partial<FrozenDigest> = {}): FrozenDigest => ({
  routeId: 'crm',
  slot: `${slot}+heartbeat`,
  part: 1,
  digestId: 'msg_1',
  destinationType: 'webhook',
  body: '{"type":"heartbeat.created"}',
  members: [],
  ...over,
});
const mark = (over: Partial<HeartbeatMark> = {}): HeartbeatMark => ({
  slot,
  until: now,
  counted: { polls: 3 },
  newForRoute: 1,
  ...over,
});

describe('a heartbeat in the ledger', () => {
  it('is frozen like a digest, due at once, and its mark is where the next one goes on', async () => {
    const { ledger } = openLedger();
    expect(await ledger.readHeartbeat('crm')).toBeNull();

    expect(await ledger.freezeHeartbeat(digest(), { before: null, after: mark() }, now)).toBe('frozen');

    expect(await ledger.readHeartbeat('crm')).toEqual(mark());
    expect((await ledger.listDue(now)).digests).toEqual([
      { routeId: 'crm', slot: `${slot}+heartbeat`, part: 1 },
    ]);
    expect(await ledger.listUndelivered('crm')).toMatchObject([
      { heartbeat: true, signals: 0, state: 'FROZEN' },
    ]);
    expect((await ledger.listRoutes()).map(({ routeId }) => routeId)).toEqual(['crm']);
    const claim = await claimDue(ledger, digest(), now);
    expect(claim).toMatchObject({ digestId: 'msg_1', body: digest().body, attempts: 0 });
    await ledger.settleDigest(claim, { to: 'DELIVERED' }, now);
    expect(await ledger.listUndelivered('crm')).toEqual([]);
  });

  it('is taken when the slot has one of another composer', async () => {
    const { ledger } = openLedger();
    await ledger.freezeHeartbeat(digest(), { before: null, after: mark() }, now);
    const other = digest({ digestId: 'msg_other' });
    expect(await ledger.freezeHeartbeat(other, { before: null, after: mark({ until: now + 1 }) }, now)).toBe(
      'taken',
    );
    expect(await ledger.readHeartbeat('crm')).toEqual(mark());
  });

  it('is overtaken when another slot was told in between, and nothing is written then', async () => {
    const { ledger, keys } = openLedger();
    await ledger.freezeHeartbeat(digest(), { before: null, after: mark() }, now);
    const next = digest({ slot: '2026-11-22T08:00:00.000Z+heartbeat', digestId: 'msg_2' });
    for (const before of [null, mark({ slot: '2026-11-20T08:00:00.000Z' })]) {
      expect(await ledger.freezeHeartbeat(next, { before, after: mark({ slot: 'x' }) }, now)).toBe(
        'overtaken',
      );
    }
    expect(keys('R#crm', 'DIG#')).toHaveLength(1);
    expect(
      await ledger.freezeHeartbeat(next, { before: mark(), after: mark({ slot: next.slot }) }, now),
    ).toBe('frozen');
  });

  it('reads what another version wrote as far as it knows it', async () => {
    const { ledger, table } = openLedger();
    await table.put({
      pk: 'R#crm',
      sk: 'HEARTBEAT',
      slot,
      until: now,
      counted: { polls: 1, later: 2 },
      v: 2,
    });
    expect(await ledger.readHeartbeat('crm')).toEqual(mark({ counted: { polls: 1 }, newForRoute: 0 }));
    await table.put({ pk: 'R#crm', sk: 'HEARTBEAT', slot, until: now, counted: null, v: 2 });
    expect(await ledger.readHeartbeat('crm')).toEqual(mark({ counted: {}, newForRoute: 0 }));
  });
});
