import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { destinations, isDestinationType, rendererFor } from '../../../shared/destinations/destinations.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  largeSummary,
} from '../../support/examples/example-digest.ts';

/** As many signals as a part may have, near the limits of all destinations. */
const anyCrowd = fc
  .record({
    signals: fc.oneof(fc.integer({ min: 2, max: 9 }), fc.integer({ min: 90, max: 97 })),
    hot: fc.constantFrom(0, 5, 97),
    buyers: fc.integer({ min: 1, max: 97 }),
    unit: fc.constantFrom('Roof repair ', '漢', '"', '\u0001'),
    length: fc.oneof(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 20, max: 30 })),
    summary: fc.constantFrom(null, largeSummary()),
  })
  .map((plan) => {
    const text = plan.unit.repeat(plan.length);
    const signals = Array.from({ length: plan.signals }, (_, index) =>
      exampleSignal({ rowId: `row-${index}`, name: `RFP ${index} ${text}`, hot: index < plan.hot }),
    );
    const byBuyer = [...Map.groupBy(signals, (_, index) => index % plan.buyers)];
    return exampleDigest({
      buyers: byBuyer.map(([index, own]) =>
        exampleBuyer({
          buyerId: `buyer-${index}`,
          name: `Town ${index} ${text}`,
          signals: own,
          summary: plan.summary,
        }),
      ),
    });
  });

const types = Object.keys(destinations).filter(isDestinationType);

describe('a digest that fits', () => {
  it.each(types)(
    'is no larger than a message for %s may be',
    (type) => {
      const renderer = rendererFor(type);
      const seen = { fits: 0, tooLarge: 0 };
      fc.assert(
        fc.property(anyCrowd, (content) => {
          const fits = renderer.fits(content);
          if (fits) expect(fitsBody(type, renderer.render(content))).toBe(true);
          seen[fits ? 'fits' : 'tooLarge'] += 1;
        }),
        { numRuns: 12, seed: 1 },
      );
      expect(Math.min(seen.fits, seen.tooLarge)).toBeGreaterThan(0);
    },
    60_000,
  );
});
