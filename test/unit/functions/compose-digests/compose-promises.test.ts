import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../../message/destinations.ts';
import type { FrozenDigest } from '../../../../shared/domain/digests/delivery.ts';
import type { DestinationSettings } from '../../../../shared/domain/routes/route.ts';
import type { KnownSummary, OutboxEntry } from '../../../../shared/domain/signals/outbox.ts';
import { fitsBody } from '../../../support/destinations/fits-body.ts';
import { hostileText } from '../../../support/examples/arbitrary-digest.ts';
import { exampleLinks, exampleSummary } from '../../../support/examples/example-digest.ts';
import { exampleEntry, exampleRow } from '../../../support/examples/example-signals.ts';
import { morningRoute } from '../../../support/functions/example-routes.ts';
import { openComposing } from '../../../support/functions/open-composing.ts';
import { findNoFaults, places } from './find-no-faults.ts';

interface Drawn {
  readonly hot: boolean;
  readonly buyer: number;
  readonly texts: readonly [string, string, string];
}

/** No longer than the ledger keeps it. */
const text = hostileText.map((one) => one.slice(0, 2_000));
const drawn: fc.Arbitrary<Drawn> = fc.record({
  hot: fc.boolean(),
  buyer: fc.nat({ max: 40 }),
  texts: fc.tuple(text, text, text),
});

/** A sum and a score that no other has, so that each can be found in a message. */
function entryOf({ hot, buyer, texts: [name, buyerName, why] }: Drawn, index: number): OutboxEntry {
  const buyerId = `bbbbbbbb-0000-4000-8000-${String(buyer).padStart(12, '0')}`;
  const columns = { 'Due Date': '2026-12-04', Value: `$${(index + 1) * 100_000_000}`, 'Why It Matters': why };
  return exampleEntry(index, {
    buyerId,
    hot,
    hotBecause: hot ? [{ rule: 'column', name: 'Match Score', value: 1_000 + index, atLeast: 90 }] : [],
    signal: exampleRow(index, { buyerId, buyerName, name, columns }),
  });
}

async function compose(entries: readonly OutboxEntry[], to: DestinationSettings) {
  const summary: KnownSummary = { state: 'ready', summary: exampleSummary() };
  const ledger = { summaries: { read: async () => summary } };
  const bench = openComposing(entries, {
    rendererFor,
    ledger,
    config: { links: exampleLinks },
  });
  await bench.compose({ route: { ...morningRoute, to } });
  return bench.frozen;
}

const bodyWith = (frozen: readonly FrozenDigest[], text: string): string =>
  frozen.find(({ body }) => body.includes(text))?.body ?? '';
const addressOf = ({ signal }: OutboxEntry): string => `/rows/${signal?.rowId}"`;
const moneyOf = (index: number): string => (index < 9 ? `$${index + 1}00M` : `$${(index + 1) / 10}B`);

describe.each(Object.keys(places))('each digest for %s', (name) => {
  const to = places[name] as DestinationSettings;

  it('gives every hot signal its link, its date, its money and its reason, however awkward the texts are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 60, size: 'max' }), async (all) => {
        const entries = all.map(entryOf);
        const frozen = await compose(entries, to);

        expect(frozen.flatMap(({ members }) => members)).toHaveLength(entries.length);
        for (const { body } of frozen) expect(fitsBody(to.type, body)).toBe(true);
        for (const [index, entry] of entries.entries()) {
          if (!entry.hot) continue;
          const body = bodyWith(frozen, addressOf(entry));
          expect(body).toContain(moneyOf(index));
          expect(body).toContain(`Match Score\u00a0${(1_000 + index).toLocaleString('en-US')}`);
          expect(body).toMatch(/[cC]loses\u00a0Dec\u00a04/);
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 120_000);

  it('tells every signal of a large customer or counts it, each fact at its link, no buyer twice, with numbers that agree', async () => {
    await findNoFaults(to, 10);
  }, 120_000);
});

it('has every signal in the replies of a thread, as many as it takes, and counts none instead', async () => {
  const texts = ['A tender', 'Springfield', 'They need it.'] as const;
  const entries = Array.from({ length: 300 }, (_, index) =>
    entryOf({ hot: index < 3, buyer: index % 7, texts }, index),
  );
  const frozen = await compose(entries, places['a Slack bot'] as DestinationSettings);
  const replies = frozen.filter(({ replyTo }) => replyTo !== undefined);

  for (const entry of entries.slice(3)) expect(bodyWith(replies, addressOf(entry))).not.toBe('');
  for (const { body } of replies) expect(body).not.toMatch(/[aA]nd \d+ more/);
});

it('gives one period, and a sum only where all is known, in a slot of more signals than one reading has', async () => {
  const entries = Array.from({ length: 1_005 }, (_, index) => {
    const one = entryOf({ hot: index % 100 === 0, buyer: index, texts: ['A', 'B', 'C'] }, index);
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
  const texts = ['A tender', 'Springfield', 'They need it.'] as const;
  const entries = [true, false, false].map((hot, index) => {
    const one = entryOf({ hot, buyer: 1, texts }, index);
    const bridgeId = `cccccccc-0000-4000-8000-00000000000${index}`;
    return { ...one, signal: one.signal && { ...one.signal, bridgeId, entityId: index < 2 ? 'one' : 'two' } };
  });
  const [channel, reply] = await compose(entries, places['a Slack bot'] as DestinationSettings);
  expect(channel?.outline?.headline).toBe('🔥 Springfield: A tender · 2 more');
  expect(channel?.body).toContain('Springfield (2)');
  expect(reply?.body).toMatch(/A tender.*A tender/);
  expect(channel?.body).not.toContain('with the hot signals above');
});
