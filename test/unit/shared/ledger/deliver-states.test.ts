import { describe, expect, it } from 'vitest';
import { exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { onlyAt } from '../../../support/fault-injector.ts';
import { noOutline, openClaimed, openFrozen, pointer, pointerKey } from '../../../support/ledger/digests.ts';
import { now, openLedger, passingFaults } from '../../../support/ledger/open-ledger.ts';
import { seededRandom } from '../../../support/seeded-random.ts';

const leaseMs = 90_000;

describe('freezing a digest', () => {
  it('fails for a body that is too large for an item, which is not mistaken for a faster composer', async () => {
    await expect(openFrozen({ body: 'x'.repeat(410_000) })).rejects.toMatchObject({
      code: 'TRANSACTION_CANCELLED',
    });
  });

  it.each(passingFaults)(
    'a message and its reply are created once, and known again, when the first try is %s',
    async (fault) => {
      const { outboxKeys, ledger, plan } = openLedger(seededRandom(1));
      for (const number of [1, 2, 3]) await ledger.signals.record(exampleNewSignal(number));
      const [hot = '', ...others] = outboxKeys('crm');
      const common = { ...pointer, destinationType: 'slack', outline: noOutline } as const;
      const first = { ...common, digestId: 'msg_1', body: '{"a":1}', members: [hot], repliedBy: 2 };
      const reply = { ...common, part: 2, digestId: 'msg_2', body: '{"b":1}', members: others, replyTo: 1 };
      plan(onlyAt(1, fault));

      expect(await ledger.digests.freeze(first, now, reply)).toBe(true);
      expect(outboxKeys('crm')).toEqual([]);
      // By another composer, with the same ids and bytes.
      expect(await ledger.digests.freeze(first, now, reply)).toBe(false);
    },
  );

  it('is not claimed by a version that can not read its bytes', async () => {
    const opened = await openFrozen();
    await opened.table.update({ key: pointerKey, set: { v: 2, bytesElsewhere: true }, remove: ['text'] });
    await expect(opened.ledger.digests.claim(pointer, now, leaseMs)).rejects.toThrow(/found no text/);
    expect(await opened.item(pointerKey)).toMatchObject({ state: 'FROZEN' });
  });
});

it('claiming a digest tells when its oldest signal was first seen, and nothing of one without signals', async () => {
  const { claim } = await openClaimed();
  const empty = await openFrozen({ members: [] });

  expect(claim.oldestSeenAt).toBe(now + 1);
  expect((await empty.ledger.digests.claim(pointer, now, leaseMs))?.oldestSeenAt).toBeNull();
});

it('claims and lists a digest at once whose due time only a wrong clock can have written', async () => {
  const { ledger, claim } = await openClaimed();
  await ledger.digests.settle(claim, { to: 'FROZEN', nextAttemptAt: now + 400 * 86_400_000 }, now);
  expect((await ledger.due.list(now)).digests).toEqual([pointer]);
  expect(await ledger.digests.claim(pointer, now, leaseMs)).toMatchObject({ attempts: 1 });
});

describe('settling a digest', () => {
  it('as delivered takes it out of the due index, and only then gives it a time to live', async () => {
    const { ledger, claim, item, table } = await openClaimed();
    expect(
      [...table.all()].filter(({ pk, expiresAt }) => expiresAt !== undefined && !pk.startsWith('H#')),
    ).toEqual([]);
    expect(await ledger.digests.settle(claim, { to: 'DELIVERED' }, now)).toBe(true);
    expect((await ledger.due.list(Number.MAX_SAFE_INTEGER)).digests).toEqual([]);
    const settled = await item(pointerKey);
    expect(settled).toMatchObject({ state: 'DELIVERED', attempts: 1, expiresAt: now / 1000 + 30 * 86_400 });
    expect(Object.keys(settled ?? {})).not.toContain('leaseUntil');
    expect(await ledger.digests.claim(pointer, now + 1e9, leaseMs)).toBeNull();
    expect(await ledger.digests.listUndelivered('crm')).toEqual([]);
  });

  it('as one that failed for good keeps it for ever, due to nobody', async () => {
    const { ledger, claim, item } = await openClaimed();
    await ledger.digests.settle(claim, { to: 'DEAD', reason: 'no_service' }, now);
    expect((await ledger.due.list(Number.MAX_SAFE_INTEGER)).digests).toEqual([]);
    expect(Object.keys((await item(pointerKey)) ?? {})).not.toContain('expiresAt');
    const { digestId } = claim;
    expect(await ledger.digests.listUndelivered('crm')).toMatchObject([
      { ...pointer, digestId, state: 'DEAD', signals: 1, attempts: 1, reason: 'no_service', dueAt: null },
    ]);
  });

  it.each(passingFaults)('goes through, and counts once, when its first try is %s', async (fault) => {
    const { ledger, claim, plan, item } = await openClaimed();
    plan(onlyAt(1, fault));
    expect(await ledger.digests.settle(claim, { to: 'DELIVERED' }, now)).toBe(true);
    expect(await item(pointerKey)).toMatchObject({ state: 'DELIVERED', attempts: 1 });
  });
});

describe('what was kept', () => {
  it('is due again with its whole schedule once it is sent again, unless it changed since it was listed', async () => {
    const { ledger, claim } = await openClaimed();
    const sent = await ledger.digests.listUndelivered('crm');
    await ledger.digests.settle(claim, { to: 'DEAD', reason: 'too often' }, now);
    expect(await ledger.digests.makeDue(pointer, now)).toBe(false);
    const dead = await ledger.digests.listUndelivered('crm');
    expect(
      await ledger.digests.resend([...sent, ...dead.map((digest) => ({ ...digest, part: 9 }))], now),
    ).toBe(0);
    expect(await ledger.digests.resend(dead, now)).toBe(1);
    expect(await ledger.digests.claim(pointer, now, leaseMs)).toMatchObject({
      attempts: 0,
      ambiguous: false,
    });
  });

  it('keeps its attempts when it only waits and is moved up', async () => {
    const { ledger, claim } = await openClaimed();
    await ledger.digests.settle(claim, { to: 'FROZEN', nextAttemptAt: now + 5_000 }, now);
    expect(await ledger.digests.makeDue(pointer, now)).toBe(true);
    expect(await ledger.digests.claim(pointer, now, leaseMs)).toMatchObject({ attempts: 1 });
  });

  it('is never taken out of the hands of a sender, nor made due after it was delivered', async () => {
    const { ledger, claim } = await openClaimed();
    expect(await ledger.digests.resend(await ledger.digests.listUndelivered('crm'), now)).toBe(0);
    expect(await ledger.digests.makeDue(pointer, now)).toBe(false);
    await ledger.digests.settle(claim, { to: 'DELIVERED' }, now);
    expect(await ledger.digests.makeDue(pointer, now)).toBe(false);
  });
});

describe('a run by hand', () => {
  it('brings forward what waits for its next attempt, with its whole schedule', async () => {
    const { ledger, claim } = await openClaimed();
    await ledger.digests.settle(claim, { to: 'FROZEN', nextAttemptAt: now + 1e7 }, now);
    await ledger.due.bringForwardAll(now);
    expect(await ledger.digests.claim(pointer, now, leaseMs)).toMatchObject({
      attempts: 0,
      ambiguous: false,
    });
  });

  it('leaves alone what is being sent', async () => {
    const { ledger } = await openClaimed();
    await ledger.due.bringForwardAll(now);
    expect(await ledger.digests.claim(pointer, now, leaseMs)).toBeNull();
  });
});
