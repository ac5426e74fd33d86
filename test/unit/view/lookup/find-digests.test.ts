import { beforeEach, describe, expect, it } from 'vitest';
import { contactId } from '../../../../message/slack/blocks.ts';
import { findDigest, listDigests } from '../../../../view/lookup/find-digests.ts';
import type { LookupPorts } from '../../../../view/lookup/ports.ts';
import { buyerA, exampleNewSignal } from '../../../support/examples/example-signals.ts';
import { exampleConfig } from '../../../support/infra/example-config.ts';
import { claimDue, freezeOldest, settleDue } from '../../../support/ledger/digests.ts';
import { now, type OpenedLedger, openLedger } from '../../../support/ledger/open-ledger.ts';

const failed = { outcome: 'retry', status: 503, reason: 'answered 503' } as const;

let opened: OpenedLedger;
beforeEach(() => {
  opened = openLedger();
});

const ports = (): LookupPorts => ({ ledger: opened.ledger, config: exampleConfig, now });
const letters = (number: number): string => String(number).padStart(26, 'a');

/** Created so many minutes ago. */
async function freeze(
  number: number,
  routeId = 'crm',
  buyer = { buyerId: buyerA, name: 'Springfield' },
  sent: object = { a: 1 },
) {
  const slot = new Date(now - number * 60_000).toISOString();
  const outline = { headline: `Digest ${number}`, hot: 0, buyers: [buyer] };
  const pointer = { routeId, slot, part: 1 };
  const members = (await opened.ledger.outbox.read(routeId, 10)).map(({ key }) => key);
  const content = { digestId: `msg_${letters(number)}`, body: JSON.stringify(sent), members, outline };
  await freezeOldest(opened.ledger, pointer, now, content);
  return pointer;
}

it('digests are listed since a time, the latest first', async () => {
  for (const number of [3, 1, 2]) await freeze(number);
  const { digests } = await listDigests(ports(), {}, now - 2 * 60_000, 50);
  expect(digests.map(({ headline }) => headline)).toEqual(['Digest 1', 'Digest 2']);
});

describe('one digest', () => {
  const find = (id: string) => findDigest(ports(), id);

  it('is found by its id or the first 8 letters of it, with its signals, its body and its next attempt', async () => {
    await opened.ledger.signals.record(exampleNewSignal(1));
    const pointer = await freeze(7);
    await settleDue(opened.ledger, pointer, now, { to: 'FROZEN', nextAttemptAt: now + 5_000 }, true, failed);
    const { signalId } = exampleNewSignal(1);
    const wanted = {
      digestId: `msg_${letters(7)}`,
      body: '{"a":1}',
      nextAttemptAt: '2026-11-21T08:00:05.000Z',
      attempts: [{ at: '2026-11-21T08:00:00.000Z', ...failed }],
      members: [{ signalId, name: 'Tender 1', buyerName: 'Springfield School District' }],
    };
    for (const id of [`msg_${letters(7)}`, letters(7).toUpperCase(), letters(7).slice(0, 8)])
      expect(await find(id)).toMatchObject(wanted);
  });

  it('is being sent from the beginning of an attempt until its outcome, here and in the list', async () => {
    const pointer = await freeze(7);
    const claim = await claimDue(opened.ledger, pointer, now);
    const listed = () => listDigests(ports(), {}, 0, 50);

    expect(await find(letters(7))).toMatchObject({ state: 'SENDING', attempts: [], nextAttemptAt: null });
    expect(await listed()).toMatchObject({ digests: [{ state: 'SENDING' }] });

    const again = { to: 'FROZEN', nextAttemptAt: now + 5_000 } as const;
    await opened.ledger.digests.settle(claim, again, now, true, failed);
    expect(await listed()).toMatchObject({ digests: [{ state: 'FROZEN' }] });
  });

  it('that was handed over has the body that the other route sends, and names that route', async () => {
    const pointer = await freeze(7, 'sales/kai-berg', undefined, { blocks: [{ block_id: contactId(1) }] });
    const { digests } = opened.ledger;
    await digests.resend(await digests.listUndelivered(pointer.routeId), now, 'sales');
    expect(await find(letters(7))).toMatchObject({ instead: 'sales', body: '{"blocks":[]}' });
    await digests.resend(await digests.listUndelivered(pointer.routeId), now);
    expect(await find(letters(7))).toMatchObject({ instead: null, body: expect.stringContaining('contact') });
  });

  it('is not found by fewer letters, which may be those of several', async () => {
    await freeze(7);
    expect(await find(letters(7).slice(0, 7))).toBeNull();
    expect(await find('bbbbbbbb')).toBeNull();
  });
});
