import { describe, expect, it } from 'vitest';
import type { FrozenDigest } from '../../../shared/domain/digests/delivery.ts';
import { noOutline, settleDue } from '../../support/ledger/digests.ts';
import { now, type OpenedLedger, openLedger } from './open-ledger.ts';

const hourMs = 3_600_000;

async function freeze({ ledger }: OpenedLedger, slotMs: number, over: Partial<FrozenDigest> = {}) {
  const slot = new Date(slotMs).toISOString();
  const digest = {
    ...{ routeId: 'crm', slot, part: 1, digestId: `msg_${slot}`, destinationType: 'slack' as const },
    ...{ body: `{"slot":"${slot}"}`, members: [], outline: noOutline, ...over },
  };
  expect(await ledger.freeze(digest, slotMs)).toBe(true);
  return digest;
}

const bodies = async ({ ledger }: OpenedLedger, most: number) =>
  (await ledger.readLatestDigests(most)).map(({ body }) => body);

describe('the latest digests', () => {
  it('are those of the last 30 days, of every route, with what they say, the latest last', async () => {
    const opened = openLedger();
    const hoursBack = [0, 1, 30, 47, 72, 29 * 24];
    for (const [index, hours] of hoursBack.entries()) {
      await freeze(opened, now - hours * hourMs, index % 2 === 0 ? {} : { routeId: 'sales' });
    }
    await freeze(opened, now - 33 * 24 * hourMs);

    const expected = hoursBack
      .map((hours) => `{"slot":"${new Date(now - hours * hourMs).toISOString()}"}`)
      .reverse();
    expect(await bodies(opened, 40)).toEqual(expected);
    expect(await bodies(opened, 2)).toEqual(expected.slice(-2));
  });

  it('are read no further back than until there are enough', async () => {
    const opened = openLedger();
    for (let minutes = 0; minutes < 180; minutes += 10) await freeze(opened, now - minutes * 60_000);

    expect(await bodies(opened, 3)).toHaveLength(3);

    const queries = opened.injector.calls.length;
    await opened.ledger.readLatestDigests(3);
    expect(opened.injector.calls.length - queries).toBeLessThan(5);
  });

  it('are ordered by delivery time, with the form that was taken and the outcome', async () => {
    const opened = openLedger();
    const early = await freeze(opened, now - 3 * hourMs, { body: 'blocks', plainBody: 'plain' });
    const dead = await freeze(opened, now - 2 * hourMs, { body: 'dead' });
    await settleDue(opened.ledger, early, now, { to: 'FROZEN', nextAttemptAt: now, form: 'plain' });
    await settleDue(opened.ledger, early, now, { to: 'DELIVERED' });
    await settleDue(opened.ledger, dead, now, { to: 'DEAD', reason: 'answered 400' });

    expect(await opened.ledger.readLatestDigests(5)).toMatchObject([
      { body: 'dead', state: 'DEAD', reason: 'answered 400', attempts: 1, deliveredAt: null },
      { body: 'plain', state: 'DELIVERED', attempts: 2, deliveredAt: now },
    ]);
  });

  it('include none that was discarded', async () => {
    const opened = openLedger();
    await freeze(opened, now - hourMs);
    await opened.ledger.discardPending({ routeId: 'crm', scope: 'all' });
    expect(await opened.ledger.readLatestDigests(5)).toEqual([]);
  });
});
