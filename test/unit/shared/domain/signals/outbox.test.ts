import { describe, expect, it } from 'vitest';
import { composeContent, orderEntries } from '../../../../../shared/domain/digests/compose-content.ts';
import type { KnownSummary } from '../../../../../shared/domain/signals/outbox.ts';
import { exampleDigest, exampleSummary, exampleView } from '../../../../support/examples/example-digest.ts';
import { buyerA, buyerB, exampleEntry, exampleRow } from '../../../../support/examples/example-signals.ts';

const heading = { ...exampleDigest(), muted: [] };
const noSummaries = new Map<string, KnownSummary>();

it('a digest has one order however its entries came: a buyer stands by the name in its oldest entry', () => {
  const named = (number: number, buyerId: string, buyerName: string) =>
    exampleEntry(number, { buyerId, signal: exampleRow(number, { buyerId, buyerName }) });
  const entries = [named(1, buyerA, 'Beta'), named(2, buyerA, 'Alpha'), named(3, buyerB, 'Azure')];
  for (const given of [entries, entries.toReversed()]) {
    const ordered = orderEntries(given, noSummaries, exampleView());
    expect(ordered.map(({ signal }) => signal?.buyerName)).toEqual(['Azure', 'Beta', 'Alpha']);
  }
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
