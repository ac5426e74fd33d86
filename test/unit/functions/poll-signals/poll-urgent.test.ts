import { describe, expect, it } from 'vitest';
import { UpstreamPausedError } from '../../../../shared/domain/errors.ts';
import type { BuyerState } from '../../../../shared/domain/polling/buyer-state.ts';
import { regularAt } from '../../../../shared/domain/polling/due.ts';
import { buyerA } from '../../../support/examples/example-signals.ts';
import { benchNow as now } from '../../../support/functions/open-functions.ts';
import {
  listed,
  liveBuyer,
  openPolling,
  pagesOf,
  type Reading,
} from '../../../support/functions/open-polling.ts';

const hourMs = 3_600_000;
const three = pagesOf([listed(1), listed(2), listed(3)]);
const first = { because: 'due', urgent: 'first' } as const;

/** A live buyer that an event has made due. */
async function open(reading: Reading = three, over: Partial<BuyerState> = {}) {
  const bench = openPolling(() => reading);
  await bench.setBuyer({ ...liveBuyer, dueAt: now, ...over });
  return bench;
}

describe('a poll because of an event', () => {
  it('records what is new, and is asked for no more', async () => {
    const { poll, recorded, queued } = await open();
    expect(await poll(first)).toMatchObject({ polled: 1, recorded: 3 });
    expect([recorded(), queued.events]).toEqual([[1, 2, 3], []]);
  });

  it('asks once more if the list shows nothing new: it may lag', async () => {
    const { poll, queued, setBuyer } = await open();
    await poll(first);
    await setBuyer({ ...liveBuyer, dueAt: now });
    await poll(first);
    expect(queued.events).toEqual([{ buyerIds: [buyerA], again: true }]);
    await setBuyer({ ...liveBuyer, dueAt: now });
    expect(await poll({ ...first, urgent: 'again' })).toMatchObject({ polled: 1 });
    expect(queued.events).toHaveLength(1);
  });

  it('leaves its buyer due for the next tick where events have used up their share', async () => {
    const bench = await open([three[0] as (typeof three)[0], new UpstreamPausedError('events', now + 1_000)]);
    const { failed } = await bench.poll(first);
    const problem = expect.stringContaining('events have used up their tenth');
    expect(failed).toMatchObject([{ buyerId: buyerA, problem }]);
    // What the list showed so far is recorded, and the limiter tells of the share.
    expect(bench.recorded()).toEqual([1, 2]);
    expect(bench.observedOf('polls-cut-short')).toEqual([]);
    expect(await bench.ledger.buyers.read(buyerA)).toMatchObject({ dueAt: now, failingSince: null });
  });

  it('is none that judges whether rows announce signals', async () => {
    const dueAt = regularAt(buyerA, now - 10 * hourMs, 6 * hourMs);
    const { poll, ledger, table } = await open(three, { dueAt, lastCompleteAt: now - 10 * hourMs });
    Object.assign(ledger.polls, { noteUnannounced: () => Promise.reject(new Error('it judges')) });
    expect(await poll(first)).toMatchObject({ recorded: 3 });
    expect([...table.all()].some((item) => 'unannouncedBuyer' in item)).toBe(false);
  });
});
