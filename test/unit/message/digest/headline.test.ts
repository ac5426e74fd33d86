import { describe, expect, it } from 'vitest';
import type { DigestContent } from '../../../../shared/domain/digests/digest.ts';
import { exampleBuyer, exampleSignal } from '../../../support/examples/example-digest.ts';
import { digestOf, messageOf } from '../read-message.ts';

let rows = 0;
const signal = (hot: boolean, name = 'RFP 479: Buses') => {
  rows += 1;
  return exampleSignal({ hot, name, rowId: `row-${rows}` });
};
/** A buyer with so many hot signals, and so many others. */
const buyer = (name: string, hot: number, others: number) =>
  exampleBuyer({
    buyerId: name,
    name,
    signals: [
      ...Array.from({ length: hot }, () => signal(true)),
      ...Array.from({ length: others }, () => signal(false)),
    ],
  });
const twoHotAndTheSame = exampleBuyer({
  buyerId: 'keller',
  name: 'Keller ISD',
  signals: [
    ...[signal(true), { ...signal(true), entityId: 'rfp' }],
    { ...signal(false), entityId: 'rfp', bridgeId: 'another' },
  ],
});
const headline = (buyers: DigestContent['buyers'], over: Partial<DigestContent> = {}): string =>
  messageOf(digestOf(buyers, over), 'full').headline;
const totals = (signals: number, hot: number, buyers: number) => ({ signals, hot, buyers });
const flood = (newSignals: number, shown: number) => ({ flood: { newSignals, shown } }) as const;

describe('the headline', () => {
  it.each<[string, DigestContent['buyers'], Partial<DigestContent>?]>([
    ['🔥 Fort Worth ISD: RFP 479: Buses', [buyer('Fort Worth ISD', 1, 0)]],
    [
      '🔥 Fort Worth ISD: RFP 479: Buses · 3 more at 2 buyers',
      [buyer('Fort Worth ISD', 1, 0), buyer('B', 0, 2), buyer('C', 0, 1)],
    ],
    [
      '3 hot at Fort Worth ISD and 2 more · 11 more at 6 buyers · 2 close by Fri, Dec 4 ($4.2M)',
      [
        ...['Fort Worth ISD', 'Y', 'Z'].map((name) => buyer(name, 1, 0)),
        ...'BCDEF'.split('').map((name) => buyer(name, 0, 2)),
        buyer('G', 0, 1),
      ],
      { closingSoon: '2 close by Fri, Dec 4 ($4.2M)' },
    ],
    ['3 hot at Fort Worth ISD · 2 more', [buyer('Fort Worth ISD', 3, 2)]],
    ['3 hot at Fort Worth ISD · 3 more at 2 buyers', [buyer('Fort Worth ISD', 3, 2), buyer('B', 0, 1)]],
    // One of the two stands with the hot one, of whose thing it is.
    ['2 hot at Keller ISD · 2 more at 2 buyers', [twoHotAndTheSame, buyer('B', 0, 1)]],
    ['3 new signals at 2 buyers', [buyer('A', 0, 2), buyer('B', 0, 1)]],
    ['2 new signals at Keller ISD', [buyer('Keller ISD', 0, 2)]],
    ['Keller ISD: RFP 479: Buses', [buyer('Keller ISD', 0, 1)]],
    // The signal's name has the buyer in it.
    [
      '🔥 Keller ISD: new budget',
      [exampleBuyer({ name: 'Keller ISD', signals: [signal(true, 'Keller ISD: new budget')] })],
    ],
    // A part that has none of the hot signals.
    [
      '60 hot · 178 more · 9 close by Fri, Dec 4 (3)',
      [buyer('B', 0, 2)],
      { part: 3, totals: totals(238, 60, 96), closingSoon: '9 close by Fri, Dec 4' },
    ],
    ['238 new signals at 96 buyers (3)', [buyer('B', 0, 2)], { part: 3, totals: totals(238, 0, 96) }],
    // The only buyer is known in every part.
    [
      '30 hot at Keller ISD · 5 more (2)',
      [buyer('Keller ISD', 9, 0)],
      { part: 2, totals: totals(35, 30, 1) },
    ],
    // A flood's rule keeps signals back, perhaps of others.
    ['2 hot at A and 1 more · 901 more', [buyer('A', 1, 0), buyer('B', 1, 0)], flood(903, 2)],
    ['126 new signals', [buyer('A', 0, 3), buyer('B', 0, 2)], flood(126, 5)],
    ['2 signals could not be read', [], { unreadable: 2, totals: totals(2, 0, 1) }],
    ['No new signals', [], { totals: totals(0, 0, 1) }],
  ])('is %s', (told, buyers, over) => {
    expect(headline(buyers, over)).toBe(told);
  });

  it('cuts names on words, and keeps the totals', () => {
    const long = exampleBuyer({
      name: 'Independent '.repeat(12),
      signals: [signal(true, 'Roof repair '.repeat(20))],
    });
    const told = headline([long, buyer('B', 0, 2)]);
    expect(told.length).toBeLessThanOrEqual(150);
    expect(told).toMatch(/^🔥 Independent .*Independent…: Roof repair .*… · 2 more at 1 buyer$/);
    const several = headline([{ ...long, signals: [signal(true), signal(true)] }, buyer('B', 0, 2)], {
      closingSoon: `2 close by ${'Fri, '.repeat(12)}Dec 4 ($4.2M)`,
    });
    expect(several).toMatch(/^2 hot · 2 more at 1 buyer · 2 close by .* \(\$4.2M\)$/);
  });
});
