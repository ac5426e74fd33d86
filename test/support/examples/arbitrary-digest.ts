import fc from 'fast-check';
import type { DigestContent, DigestSignal, DigestView } from '../../../shared/domain/digests/digest.ts';
import type { ColumnInfo } from '../../../shared/domain/rows/columns.ts';
import type { HotReason } from '../../../shared/domain/signals/hotness.ts';
import { anyCodePoint } from './any-code-point.ts';
import { exampleDigest, exampleLinks, exampleMeanings, exampleView } from './example-digest.ts';

/** Each of them would be more than a text in some destination, or in what reads it first. */
const hostileTexts = [
  '[x](javascript:alert(1))',
  '[bank.example](https://evil.example/)',
  '<https://evil.example/|bank.example>',
  'bank.example',
  'bank\u200b.exam\u00adple',
  '{{DATE(2026-01-01)}}',
  '{{TIME(2026-01-01T00:00:00Z)}} $root.x',
  '<at>Ann</at>',
  '<!subteam^S666>',
  ':fire: *bold* _it_ ~no~ `code`',
  '> quote\n\n# heading\n- item\n| a | b |\n|---|---|',
  '&lt;!here&gt;',
  '{"type":"user","user_id":"U666"}',
  '\u200b\u2060\ufeff',
] as const;

/** Texts as outside systems write them: any UTF-16, mentions, emoji of several code points, very long ones. */
const hostileText = fc.oneof(
  fc.string({ unit: anyCodePoint, maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('', '   ', '<@U123>', 'a & b < c', '\ud800 lone', '\u0000\u0007', ...hostileTexts),
  fc.tuple(fc.constantFrom(...hostileTexts), fc.string({ maxLength: 20 })).map(([one, other]) => one + other),
  fc
    .tuple(
      fc.constantFrom('👩‍👩‍👧‍👦', '🇩🇪', '<!here>', '"', '\\', '\u0001', '\ud800', '漢', 'e\u0301', 'x'),
      fc.oneof(fc.integer({ min: 100, max: 3_000 }), fc.constant(10_000)),
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
  fc.webUrl({ withFragments: true, withQueryParameters: true }).map((url) => url.replace('http:', 'https:')),
  fc.constantFrom(
    ...['2026-12-01', '2026-02-30', '2026-12-01T08:00:00Z', '9999-12-31T23:59:59+23:59', 'Nov 26, 2026'],
    '$1,250,000',
    '**Bold** [text](https://a.example) of one sentence and more.',
    'http://plain.example/',
    'Ann Lee',
    'https://user:pw@host.example/',
  ),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(fc.string(), hostileText, { maxKeys: 3 }),
  fc.object({ maxDepth: 4, maxKeys: 3, values: [hostileText] }),
);

/** Names that a message has rules for, beside any other. */
const columnName = fc.oneof(
  hostileText,
  fc.constantFrom(
    ...['Due Date', 'Held On', 'Date', 'Estimated Value', 'Match Score', 'Why It Matters'],
    ...['Decision Makers', 'Status', 'Owner', 'constructor'],
  ),
);

const time = fc.constantFrom('2026-11-21T07:30:00.000Z', '2026-11-21T08:00:00.000Z');

const anyNumber = fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));

const hotReason: fc.Arbitrary<HotReason> = fc.oneof(
  fc.record({ rule: fc.constant('rank' as const), rank: fc.integer({ min: 1, max: 50 }), of: fc.nat() }),
  fc.record({
    rule: fc.constant('column' as const),
    name: columnName,
    value: anyNumber,
    atLeast: anyNumber,
  }),
);

/** Two bridges, so that several signals are of the same one. */
const bridgeId = fc.oneof(
  fc.constantFrom('0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001', '0B6ED9C4-4B0A-4F58-9A3E-0D9D7FB5A002'),
  fc.uuid(),
);

const columnInfo: fc.Arbitrary<ColumnInfo> = fc.record({
  name: columnName,
  format: fc.constantFrom(null, 'text', 'date', 'currencyUnit', 'enumeration', 'number', 'email', 'odd'),
  currency: fc.constantFrom(null, 'USD', 'eur', 'no currency', ''),
  labels: fc.dictionary(hostileText, hostileText, { maxKeys: 2 }),
  analysed: fc.boolean(),
  internal: fc.boolean(),
});

const anyView: fc.Arbitrary<DigestView> = fc
  .record({
    timezone: fc.constantFrom('UTC', 'America/New_York', 'Pacific/Kiritimati', 'Asia/Kathmandu'),
    nextAt: fc.constantFrom(null, '2026-11-24T13:00:00.000Z'),
    show: fc.oneof(fc.constant([]), fc.array(columnName, { maxLength: 5 })),
    links: fc.constantFrom({}, exampleLinks),
    mention: fc.constantFrom(null, {
      hot: ['U0123', 'S0456'],
      people: { 'Ann Lee': 'U0789' },
    }),
    meanings: fc.constantFrom(undefined, exampleMeanings, {}, { deadline: false, owner: 'Status' } as const),
    groupBy: fc.constantFrom(undefined, 'owner' as const),
    columns: fc
      .array(columnInfo, { maxLength: 6 })
      .map((infos) => new Map([['0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001', infos]])),
  })
  .map((drawn) => exampleView(drawn));

const anyFlood = fc.record({
  newSignals: fc.integer({ min: 1, max: 5_000 }),
  shown: fc.integer({ min: 1, max: 99 }),
  bridges: fc.option(fc.array(fc.record({ name: hostileText, signals: fc.nat() })), { nil: undefined }),
});

const anySignal: fc.Arbitrary<DigestSignal> = fc.record({
  bridgeId,
  bridgeName: maybeText,
  filterType: maybeText,
  entityId: maybeText,
  rowId: fc.uuid(),
  name: fc.oneof(maybeText, fc.domain(), fc.webUrl()),
  hot: fc.boolean(),
  hotBecause: fc.array(hotReason, { maxLength: 3 }),
  hotnessRank: fc.option(fc.integer({ min: 1, max: 50 })),
  firstSeenAt: time,
  updatedAt: maybeText,
  columns: fc.dictionary(columnName, column, { maxKeys: 30 }),
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
  const drawn = fc.record({
    routeId: fc.constantFrom('sales', 'r'.repeat(64)),
    part: fc.integer({ min: 1, max: 99 }),
    more: fc.boolean(),
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
    awaitingSummary: fc.nat({ max: 1_000 }),
    muted: fc.array(
      fc.record({
        kind: fc.constantFrom('buyer', 'bridge', 'route'),
        id: fc.uuid(),
        name: maybeText,
        until: time,
        signals: fc.integer({ min: 1, max: 5_000 }),
      }),
      { maxLength: 12 },
    ),
    totals: fc.record({
      signals: fc.nat({ max: 5_000 }),
      hot: fc.nat({ max: 500 }),
      buyers: fc.nat({ max: 500 }),
      inQuietHours: fc.option(fc.integer({ min: 1, max: 5_000 }), { nil: undefined }),
    }),
    flood: fc.option(anyFlood, { nil: undefined }),
    view: anyView,
  });
  return drawn.map((over) => exampleDigest(over));
}
