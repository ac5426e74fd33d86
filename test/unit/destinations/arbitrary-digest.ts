import fc from 'fast-check';
import type { DigestContent, DigestSignal } from '../../../shared/domain/digests/digest.ts';
import { exampleView } from '../../support/examples/example-digest.ts';

/** Texts as outside systems write them: any UTF-16, mentions, emoji of several code points, very long ones. */
const hostileText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom(
    '',
    '   ',
    '<!channel>',
    '<@U123>',
    'a & b < c',
    '\ud800 lone',
    '\u202egnp.exe',
    '\u0000\u0007',
  ),
  fc
    .tuple(
      fc.constantFrom('👩‍👩‍👧‍👦', '🇩🇪', '<!here>', '"', '\\', '\u0001', '\ud800', '漢', 'e\u0301', 'x'),
      fc.integer({ min: 100, max: 3_000 }),
    )
    .map(([unit, count]) => unit.repeat(count)),
);
const maybeText = fc.option(hostileText);

const column = fc.oneof(
  hostileText,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
  fc.webUrl().map((url) => url.replace('http:', 'https:')),
  fc.constantFrom(
    '2026-12-01',
    '2026-12-01T08:00:00Z',
    'http://plain.example/',
    'https://user:pw@host.example/',
  ),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(fc.string(), hostileText, { maxKeys: 3 }),
);

const time = fc.constantFrom('2026-11-21T07:30:00.000Z', '2026-11-21T08:00:00.000Z');

const anySignal: fc.Arbitrary<DigestSignal> = fc.record({
  bridgeId: fc.uuid(),
  bridgeName: maybeText,
  filterType: maybeText,
  entityId: maybeText,
  rowId: fc.uuid(),
  name: maybeText,
  hot: fc.boolean(),
  hotBecause: fc.constantFrom([], [{ rule: 'rank', rank: 1, of: 14 }] as const),
  hotnessRank: fc.option(fc.integer({ min: 1, max: 50 })),
  firstSeenAt: time,
  updatedAt: maybeText,
  columns: fc.dictionary(hostileText, column, { maxKeys: 30 }),
});

const block = fc.record({
  intro: maybeText,
  sections: fc.array(
    fc.record({
      title: maybeText,
      text: maybeText,
      sources: fc.array(
        fc.record({
          entryId: fc.option(fc.uuid()),
          entryName: maybeText,
          triggerId: fc.option(fc.uuid()),
          triggerType: maybeText,
          triggerName: maybeText,
        }),
        { maxLength: 3 },
      ),
    }),
    { maxLength: 6 },
  ),
});

const summary = fc.record({
  whatsRecent: fc.option(block),
  theBiggerPicture: fc.option(block),
  areasForDeeperDiscovery: fc.option(block),
  score: fc.option(fc.integer()),
  scoreReasoning: maybeText,
  generatedAt: maybeText,
});

/** Any content with up to `signals` signals at each of up to `buyers` buyers. */
export function anyDigest(most: { buyers: number; signals: number }): fc.Arbitrary<DigestContent> {
  return fc.record({
    digestId: fc.constant('msg_k3xq5yj7mdf2c6wz4hn5tb3r2e7ao6pl'),
    routeId: fc.constantFrom('sales', 'r'.repeat(64)),
    part: fc.integer({ min: 1, max: 99 }),
    parts: fc.integer({ min: 1, max: 99 }),
    windowStart: time,
    windowEnd: time,
    buyers: fc.array(
      fc.record({
        buyerId: fc.uuid(),
        name: maybeText,
        score: fc.option(fc.integer()),
        summary: fc.option(summary),
        summaryStatus: fc.constantFrom('ready', 'pending', 'none'),
        signals: fc.array(anySignal, { minLength: 1, maxLength: most.signals }),
      }),
      { minLength: 1, maxLength: most.buyers },
    ),
    unreadable: fc.nat({ max: 1_000 }),
    held: fc.nat({ max: 1_000 }),
    totals: fc.record({
      signals: fc.nat({ max: 5_000 }),
      hot: fc.nat({ max: 500 }),
      buyers: fc.nat({ max: 500 }),
      parts: fc.integer({ min: 1, max: 99 }),
    }),
    view: fc.constant(exampleView()),
  });
}
