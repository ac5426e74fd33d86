import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/destinations.ts';
import { countBlocks, writeBlocks } from '../../../shared/destinations/slack/write-blocks.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import type { Detail, Room } from '../../../shared/domain/message/message.ts';
import { placeMessage } from '../../../shared/domain/message/place-message.ts';
import { writeMessage } from '../../../shared/domain/message/write-message.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleView,
  largeSummary,
} from '../../support/examples/example-digest.ts';
import { anyDigest } from './arbitrary-digest.ts';

const propertyMs = 120_000;
const places = ['whole', 'channel', 'thread'] as const;
const types = ['slack', 'teams', 'webhook'] as const;
const details: readonly Detail[] = ['full', 'short', 'names'];

/** As many signals as a part may have, near the limits of all destinations. */
const anyCrowd: fc.Arbitrary<DigestContent> = fc
  .record({
    signals: fc.oneof(fc.integer({ min: 2, max: 97 }), fc.integer({ min: 80, max: 97 })),
    hot: fc.oneof(fc.integer({ min: 0, max: 97 }), fc.constant(97)),
    buyers: fc.integer({ min: 1, max: 97 }),
    unit: fc.constantFrom('Roof repair ', 'x', '漢', '"', '👩‍👩‍👧‍👦', '\u0001', '\ud800'),
    length: fc.integer({ min: 0, max: 20 }),
    columns: fc.integer({ min: 0, max: 5 }),
    entities: fc.boolean(),
    summary: fc.constantFrom(null, largeSummary(), largeSummary('漢')),
    flood: fc.boolean(),
    linked: fc.boolean(),
  })
  .map((plan) => {
    const text = plan.unit.repeat(plan.length);
    const signals = Array.from({ length: plan.signals }, (_, index) =>
      exampleSignal({
        ...{ rowId: `row-${index}`, name: `RFP ${index} ${text}`, hot: index < plan.hot },
        bridgeId: `bridge-${index % 3}`,
        entityId: plan.entities ? `entity-${index % 40}` : null,
        hotBecause: [{ rule: 'column', name: 'Match Score', value: 96, atLeast: 90 }],
        columns: Object.fromEntries(
          Array.from({ length: plan.columns }, (_each, column) => [`Column ${column}`, text]),
        ),
      }),
    );
    const atBuyers = [...Map.groupBy(signals, (_, index) => index % plan.buyers).entries()];
    return exampleDigest({
      ...{ part: 9_999, parts: 9_999 },
      buyers: atBuyers.map(([index, own]) =>
        exampleBuyer({
          ...{ buyerId: `buyer-${index}`, name: `Town ${index} ${text}`, signals: own },
          summary: plan.summary,
          summaryStatus: plan.summary === null ? 'none' : 'ready',
        }),
      ),
      ...(plan.flood
        ? { flood: { newSignals: 500, shown: plan.signals, rest: 'held' as const, dropped: 0 } }
        : {}),
      totals: { signals: plan.signals, hot: plan.hot, buyers: plan.buyers, parts: 9_999 },
      view: exampleView(plan.linked ? {} : { links: {} }),
    });
  });

describe('the size of a message that is counted without writing it', () => {
  it.each(types)(
    'says of a digest for %s whether it fits as its bytes do',
    (type) => {
      const renderer = rendererFor(type);
      const seen = { fits: 0, tooLarge: 0 };
      const place = type === 'slack' ? fc.constantFrom(...places) : fc.constant(undefined);
      const anyContent = fc.oneof(anyCrowd, anyDigest({ buyers: 4, signals: 4 }));
      fc.assert(
        fc.property(anyContent, place, (content, where) => {
          const fits = fitsBody(type, renderer.render(content, where));
          expect(renderer.fits(content, where)).toBe(fits);
          seen[fits ? 'fits' : 'tooLarge'] += 1;
        }),
        { numRuns: 200 },
      );
      expect(Math.min(seen.fits, seen.tooLarge)).toBeGreaterThan(0);
    },
    propertyMs,
  );

  it.each(types)('says so at each size of a growing digest for %s', { timeout: propertyMs }, (type) => {
    const renderer = rendererFor(type);
    for (const length of [1, 4, 8, 11]) {
      const signals = Array.from({ length: 97 }, (_, index) =>
        exampleSignal({
          rowId: `row-${index}`,
          hot: true,
          name: `RFP ${index} ${'roof repair '.repeat(length)}`,
        }),
      );
      const sizes = signals.map((_, index) => index + 1).filter((size) => size > 1);
      const contents = sizes.map((size) =>
        exampleDigest({ buyers: [exampleBuyer({ signals: signals.slice(0, size) })] }),
      );
      const found = contents.map((content) => renderer.fits(content));
      expect(found).toEqual(contents.map((content) => fitsBody(type, renderer.render(content))));
    }
  });

  it(
    "is that of the blocks of a Slack message's JSON",
    () => {
      const room: fc.Arbitrary<Room> = fc.constantFrom(
        { listed: 18, linked: 20 },
        { listed: 4, linked: 98 },
        { listed: 0, linked: 0 },
      );
      fc.assert(
        fc.property(
          fc.oneof(anyCrowd, anyDigest({ buyers: 4, signals: 4 })),
          fc.constantFrom(...details),
          room,
          fc.constantFrom(...places),
          (content, detail, roomNow, place) => {
            const message = placeMessage(writeMessage(content, detail, roomNow), place);
            const blocks = writeBlocks(message);
            const bytes = Buffer.byteLength(JSON.stringify(blocks));
            expect(countBlocks(message)).toEqual({ blocks: blocks.length, bytes });
          },
        ),
        { numRuns: 300 },
      );
    },
    propertyMs,
  );

  it(
    'is over 50 blocks of Slack where 49 hot signals are described, so that none of them need be written',
    () => {
      const described = fc.constantFrom(...details.filter((detail) => detail !== 'names'));
      const crowded = anyCrowd.filter(({ buyers }) => {
        const hot = buyers.flatMap(({ signals }) => signals.filter((signal) => signal.hot));
        return hot.length > 48 && hot.every(({ entityId }) => entityId === null);
      });
      fc.assert(
        fc.property(crowded, described, fc.constantFrom('whole', 'channel'), (content, detail, place) => {
          const message = writeMessage(content, detail, { listed: 0, linked: 0 });
          expect(countBlocks(placeMessage(message, place)).blocks).toBeGreaterThan(50);
        }),
        { numRuns: 100 },
      );
    },
    propertyMs,
  );
});
