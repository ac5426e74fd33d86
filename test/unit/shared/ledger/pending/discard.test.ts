import { describe, expect, it } from 'vitest';
import { exampleNewSignal } from '../../../../support/examples/example-signals.ts';
import type { Fault } from '../../../../support/fault-injector.ts';
import { claimDue, freezeOldest, pointer, settleDue } from '../../../../support/ledger/digests.ts';
import {
  crashes,
  now,
  type OpenedLedger,
  openLedger,
  passingFaults,
} from '../../../../support/ledger/open-ledger.ts';

const order = { routeId: 'crm', scope: 'all' } as const;

/** The oldest of the signals is in a digest, the flood rule of the route holds the next ones back, and the others wait. */
async function openPending(signals = 3, held = 1): Promise<OpenedLedger> {
  const opened = openLedger();
  const { ledger } = opened;
  for (let number = 1; number <= signals; number += 1) await ledger.signals.record(exampleNewSignal(number));
  await freezeOldest(ledger, pointer, now);
  const keys = (await ledger.outbox.read('crm', held)).map(({ key }) => key);
  await ledger.outbox.setAside({ routeId: 'crm', keys, ver: 0 });
  return opened;
}

describe('discarding', () => {
  it('leaves nothing pending, and all of it to be looked up for 30 days with who did it and when', async () => {
    const { ledger, keys, item } = await openPending();
    const counts = await ledger.pending.discard(order);
    expect(counts).toEqual({ signals: 1, signalsHeld: 1, digests: 1 });
    expect(await ledger.pending.findVanished([], now)).toEqual([]);
    const expiresAt = now / 1000 + 30 * 86_400;
    for (const sk of keys('O#crm', 'GONE#')) {
      const gone = { fate: 'discarded', goneAt: now, expiresAt };
      expect(await item({ pk: 'O#crm', sk })).toMatchObject(gone);
    }
    expect(keys('O#crm', 'GONE#')).toHaveLength(2);
    const digest = await item({ pk: 'R#crm', sk: keys('R#crm', 'DIG#')[0] ?? '' });
    expect(digest).toMatchObject({ state: 'DISCARDED', discardedAt: now, expiresAt });
    expect(await ledger.digests.claim(pointer, now + 1e9, 1000)).toBeNull();
    expect(await ledger.digests.makeDue(pointer, now)).toBe(false);
    expect((await ledger.due.list(Number.MAX_SAFE_INTEGER)).digests).toEqual([]);
  });

  it('leaves what a route still sends by itself, when only what is stuck is asked for', async () => {
    const { ledger } = await openPending();
    const counts = await ledger.pending.discard({ routeId: 'crm', scope: 'stuck' });
    expect(counts).toEqual({ signals: 0, signalsHeld: 1, digests: 0 });
    const pending = await ledger.pending.describe('crm', now);
    expect(pending).toMatchObject({
      waiting: { signals: 1 },
      signalsHeld: 0,
      digests: [{ state: 'FROZEN' }],
    });
  });

  it('takes all replies of a stuck message with it, and none that replies to another', async () => {
    const { ledger } = openLedger();
    for (let part = 1; part <= 4; part += 1) {
      await ledger.signals.record(exampleNewSignal(part));
      await freezeOldest(ledger, { ...pointer, part }, now, part === 2 || part === 3 ? { replyTo: 1 } : {});
    }
    await settleDue(ledger, pointer, now, { to: 'DEAD', reason: 'refused' });
    expect(await ledger.pending.discard({ routeId: 'crm', scope: 'stuck' })).toMatchObject({ digests: 3 });
    expect(await ledger.digests.listUndelivered('crm')).toMatchObject([{ part: 4, state: 'FROZEN' }]);
  });

  it('is refused, and nothing is discarded, while a digest is being sent', async () => {
    const { ledger, outboxKeys } = await openPending();
    await ledger.digests.claim(pointer, now, 30_000);
    await expect(ledger.pending.discard(order)).rejects.toThrow(
      'a digest of crm is being sent right now; try again in 30 s',
    );
    expect(outboxKeys('crm')).toHaveLength(1);
  });

  it('takes a digest from a sender that died, which can no longer settle it', async () => {
    const { ledger } = await openPending();
    const dead = await claimDue(ledger, pointer, now, 0);
    expect(await ledger.pending.discard(order)).toMatchObject({ digests: 1 });
    expect(await ledger.digests.settle(dead, { to: 'DELIVERED' }, now)).toBe(false);
  });
});

describe('cut off anywhere, and done once more', () => {
  const faults: readonly Fault[] = [...crashes, ...passingFaults];

  it.each(faults)(
    'a discard leaves nothing and keeps a trace of each: %s',
    async (fault) => {
      for (let call = 1, calls = 1; call <= calls; call += 1) {
        const opened = await openPending(30, 2);
        const work = () => opened.ledger.pending.discard(order);
        calls = Math.max(calls, await opened.cutOff(call, fault, work));
        await work();
        expect(await opened.ledger.pending.findVanished([], now)).toEqual([]);
        expect(opened.keys('O#crm', 'GONE#')).toHaveLength(29);
      }
    },
    30_000,
  );
});

it('why a signal is hot stays with its entry, wherever the entry is moved', async () => {
  const { ledger } = openLedger();
  const hotBecause = [{ rule: 'rank', rank: 1, of: 14 }] as const;
  await ledger.signals.record(exampleNewSignal(1, { hot: true, hotBecause }));
  const [entry] = await ledger.outbox.read('crm', 1);
  await ledger.outbox.setAside({ routeId: 'crm', keys: [entry?.key ?? ''], ver: 0 });
  await ledger.outbox.resendHeld('crm');

  expect(await ledger.outbox.read('crm', 10)).toMatchObject([{ hot: true, hotBecause, released: true }]);
});
