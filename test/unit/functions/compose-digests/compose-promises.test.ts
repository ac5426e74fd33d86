import { expect, it } from 'vitest';
import { rendererFor } from '../../../../message/destinations.ts';
import type { DestinationSettings } from '../../../../shared/domain/routes/route.ts';
import type { OutboxEntry } from '../../../../shared/domain/signals/outbox.ts';
import { exampleLinks } from '../../../support/examples/example-digest.ts';
import { exampleEntry, exampleRow } from '../../../support/examples/example-signals.ts';
import { morningRoute } from '../../../support/functions/example-routes.ts';
import { openComposing } from '../../../support/functions/open-composing.ts';
import { findNoFaults, places } from './find-no-faults.ts';

/** A sum that no other has, so that each can be found in a message. */
function entryOf(index: number, hot: boolean, buyer: number): OutboxEntry {
  const buyerId = `bbbbbbbb-0000-4000-8000-${String(buyer).padStart(12, '0')}`;
  const columns = { 'Due Date': '2026-12-04', Value: `$${(index + 1) * 100_000_000}` };
  const row = { buyerId, buyerName: 'Springfield', name: 'A tender', columns };
  return exampleEntry(index, { buyerId, hot, signal: exampleRow(index, row) });
}

async function composeForBot(entries: readonly OutboxEntry[]) {
  const bench = openComposing(entries, { rendererFor, config: { links: exampleLinks } });
  await bench.compose({ route: { ...morningRoute, to: places['a Slack bot'] as DestinationSettings } });
  return bench.frozen;
}

it.each(Object.keys(places))(
  'a slot of a large customer for %s has every signal once, each fact at its link, and fits',
  async (name) => {
    await findNoFaults(places[name] as DestinationSettings, 10);
  },
  120_000,
);

it('has every signal in the replies of a thread, as many as it takes, and counts none instead', async () => {
  const entries = Array.from({ length: 300 }, (_, index) => entryOf(index, index < 3, index % 7));
  const replies = (await composeForBot(entries)).filter(({ replyTo }) => replyTo !== undefined);
  const told = replies.map(({ body }) => body).join();

  for (const { signal } of entries.slice(3)) expect(told).toContain(`/rows/${signal?.rowId}"`);
  expect(told).not.toMatch(/[aA]nd \d+ more/);
});

it('gives one period, and a sum only where all is known, in a slot of more signals than one reading has', async () => {
  const entries = Array.from({ length: 1_005 }, (_, index) => {
    const one = entryOf(index, index % 100 === 0, index);
    return { ...one, firstSeenAt: one.firstSeenAt + index * 1_000 };
  });
  const told = async (all: readonly OutboxEntry[]) => {
    const bench = openComposing(all, { rendererFor });
    bench.time.now = Date.parse('2026-12-01T12:00:00Z');
    await bench.compose({ route: { ...morningRoute, to: places['a Slack webhook'] as DestinationSettings } });
    const find = (pattern: RegExp) => [...new Set(bench.frozen.map(({ body }) => pattern.exec(body)?.[0]))];
    return [find(/new from [^·]*/), find(/\d+ close by [^"]*?\)/)];
  };

  const [periods, sums] = await told(entries);
  expect([periods?.length, sums]).toEqual([1, [undefined]]);
  // Five are hot: $100M, and each later one $10B more.
  expect((await told(entries.slice(0, 500)))[1]).toEqual(['5 close by Fri, Dec 4 ($101B)']);
}, 60_000);

it('counts above a thread what the thread lists, and one thing there although a hot row of it stands above', async () => {
  const entries = [true, false, false].map((hot, index) => {
    const one = entryOf(index, hot, 1);
    const bridgeId = `cccccccc-0000-4000-8000-00000000000${index}`;
    return { ...one, signal: one.signal && { ...one.signal, bridgeId, entityId: index < 2 ? 'one' : 'two' } };
  });
  const [channel, reply] = await composeForBot(entries);
  expect(channel?.outline?.headline).toBe('🔥 Springfield: A tender · 2 more');
  expect(channel?.body).toContain('Springfield (2)');
  expect(reply?.body).toMatch(/A tender.*A tender/);
  expect(channel?.body).not.toContain('with the hot signals above');
});
