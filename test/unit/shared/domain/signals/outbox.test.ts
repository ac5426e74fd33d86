import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeContent, orderEntries } from '../../../../../shared/domain/digests/compose-content.ts';
import type { KnownSummary, OutboxEntry } from '../../../../../shared/domain/signals/outbox.ts';
import { exampleDigest, exampleSummary, exampleView } from '../../../../support/examples/example-digest.ts';
import { buyerA, buyerB, exampleEntry, exampleRow } from '../../../../support/examples/example-signals.ts';

const heading = { ...exampleDigest(), muted: [] };
const noSummaries = new Map<string, KnownSummary>();

/** Entries of a few buyers that disagree about names, ranks and times as much as upstream can. */
const anyEntries = fc
  .uniqueArray(
    fc.record({
      number: fc.nat({ max: 60 }),
      buyerId: fc.constantFrom(buyerA, buyerB, 'cccccccc-0000-4000-8000-000000000003'),
      buyerName: fc.constantFrom(null, '', 'Alpha', 'Beta', 'alpha'),
      second: fc.nat({ max: 3 }),
      hot: fc.boolean(),
      hotnessRank: fc.constantFrom(null, 1, 2, 10),
      readable: fc.boolean(),
    }),
    { selector: ({ number, second }) => `${second}#${number}`, maxLength: 12 },
  )
  .map((drawn) =>
    drawn.map(({ number, buyerId, buyerName, second, hot, hotnessRank, readable }) =>
      exampleEntry(number, {
        buyerId,
        hot,
        hotnessRank,
        firstSeenAt: Date.parse('2026-11-21T07:00:00Z') + second,
        signal: readable ? exampleRow(number, { buyerId, buyerName }) : null,
      }),
    ),
  );

const shuffled = anyEntries.chain((entries) =>
  fc.tuple(
    fc.constant(entries),
    fc.shuffledSubarray(entries, { minLength: entries.length, maxLength: entries.length }),
  ),
);

const keysOf = (entries: readonly OutboxEntry[]): string[] => entries.map(({ key }) => key);

const ordered = (entries: readonly OutboxEntry[], summaries = noSummaries): OutboxEntry[] =>
  orderEntries(entries, summaries, exampleView());

describe('the order of a digest', () => {
  it('is the same however the entries came', () => {
    fc.assert(
      fc.property(shuffled, ([entries, others]) => {
        expect(keysOf(ordered(others))).toEqual(keysOf(ordered(entries)));
      }),
      { numRuns: 500 },
    );
  });

  it('loses no entry and makes up none', () => {
    fc.assert(
      fc.property(anyEntries, (entries) => {
        expect(keysOf(ordered(entries)).sort()).toEqual(keysOf(entries).sort());
      }),
    );
  });
});

describe('what a digest says', () => {
  it('counts an unreadable item and shows nothing of it', () => {
    const content = composeContent(
      heading,
      [exampleEntry(1), exampleEntry(2, { signal: null })],
      noSummaries,
    );
    expect(content.unreadable).toBe(1);
    expect(content.buyers.flatMap(({ signals }) => signals.map(({ name }) => name))).toEqual(['Tender 1']);
  });

  it('spans from the first to the last signal seen, unreadable ones included', () => {
    const content = composeContent(
      heading,
      [exampleEntry(5), exampleEntry(1, { signal: null }), exampleEntry(9)],
      noSummaries,
    );
    expect([content.windowStart, content.windowEnd]).toEqual([
      '2026-11-21T07:00:01.000Z',
      '2026-11-21T07:00:09.000Z',
    ]);
  });

  it.each([
    { state: 'ready', hot: true, status: 'ready' },
    { state: 'none', hot: true, status: 'none' },
    { state: 'wanted', hot: true, status: 'pending' },
    { state: 'given-up', hot: true, status: 'pending' },
    { state: undefined, hot: true, status: 'pending' },
    { state: 'ready', hot: false, status: 'none' },
    { state: 'wanted', hot: false, status: 'none' },
  ] as const)('says $status of a summary that is $state when hot is $hot', ({ state, hot, status }) => {
    const summary = exampleSummary();
    const known = new Map<string, KnownSummary>(
      state === undefined ? [] : [[buyerA, { state, summary: state === 'ready' ? summary : null }]],
    );
    const [buyer] = composeContent(heading, [exampleEntry(1), exampleEntry(2, { hot })], known).buyers;
    expect(buyer?.summaryStatus).toBe(status);
    expect(buyer?.summary).toEqual(status === 'ready' ? summary : null);
    expect(buyer?.score).toBe(status === 'ready' ? summary.score : null);
  });
});
