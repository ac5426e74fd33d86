import { describe, expect, it } from 'vitest';
import type { DigestPointer } from '../../../../../shared/domain/digests/delivery.ts';
import { exampleNewSignal } from '../../../../support/examples/example-signals.ts';
import type { Fault } from '../../../../support/fault-injector.ts';
import { claimDue, freezeOldest } from '../../../../support/ledger/digests.ts';
import {
  crashes,
  now,
  type OpenedLedger,
  openLedger,
  passingFaults,
} from '../../../../support/ledger/open-ledger.ts';

const slot = '2026-11-21T08:00:00.000Z';

async function record({ ledger }: OpenedLedger, number: number, ...routeIds: string[]): Promise<void> {
  await ledger.signals.record(exampleNewSignal(number, { routeIds }));
}

async function freeze({ ledger }: OpenedLedger, routeId: string): Promise<DigestPointer> {
  const pointer = { routeId, slot, part: 1 };
  await freezeOldest(ledger, pointer, now);
  return pointer;
}

/** The flood rule of a route holds its oldest entries back. */
async function setAside({ ledger }: OpenedLedger, routeId: string, count = 1) {
  const keys = (await ledger.outbox.read(routeId, count)).map(({ key }) => key);
  const { ver } = await ledger.routes.read(routeId);
  await ledger.outbox.setAside({ routeId, keys, ver });
}

/** The numbers of the signals that wait for a route. */
async function waiting({ ledger }: OpenedLedger, routeId: string): Promise<number[]> {
  const entries = await ledger.outbox.read(routeId, 100);
  return entries.map(({ signal }) => Number(signal?.name?.replace('Tender ', '')));
}

const order = { routeId: 'crm', scope: 'all' } as const;

describe('discarding', () => {
  async function openPending() {
    const opened = openLedger();
    for (const number of [1, 2, 3]) await record(opened, number, 'crm');
    const pointer = await freeze(opened, 'crm');
    await setAside(opened, 'crm');
    return { ...opened, pointer };
  }

  it('leaves nothing pending, and all of it to be looked up for 30 days with who did it and when', async () => {
    const { ledger, pointer, keys, item } = await openPending();
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

  it('is refused, and nothing is discarded, while a digest is being sent', async () => {
    const opened = await openPending();
    await opened.ledger.digests.claim(opened.pointer, now, 30_000);
    await expect(opened.ledger.pending.discard(order)).rejects.toThrow(
      'a digest of crm is being sent right now; try again in 30 s',
    );
    expect(await waiting(opened, 'crm')).toEqual([3]);
  });

  it('takes a digest from a sender that died, which can no longer settle it', async () => {
    const { ledger, pointer } = await openPending();
    const dead = await claimDue(ledger, pointer, now, 0);
    expect(await ledger.pending.discard(order)).toMatchObject({ digests: 1 });
    expect(await ledger.digests.settle(dead, { to: 'DELIVERED' }, now)).toBe(false);
  });
});

describe('cut off anywhere, and done once more', () => {
  const faults: readonly Fault[] = [...crashes, ...passingFaults];

  async function openPending() {
    const opened = openLedger();
    for (let number = 1; number <= 30; number++) await record(opened, number, 'crm');
    await freeze(opened, 'crm');
    await setAside(opened, 'crm', 2);
    return opened;
  }

  it.each(faults)(
    'a discard leaves nothing and keeps a trace of each: %s',
    async (fault) => {
      for (let call = 1, calls = 1; call <= calls; call += 1) {
        const opened = await openPending();
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
