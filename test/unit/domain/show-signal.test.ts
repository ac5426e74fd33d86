import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/renderers.ts';
import { limitShown } from '../../../shared/domain/show-signal.ts';
import type { Signal } from '../../../shared/domain/signal.ts';
import { exampleBuyer, exampleDigest, exampleSignal } from '../../support/example-digest.ts';

const signal: Signal = {
  ...{ buyerId: 'b', bridgeId: 'br', bridgeName: 'Tenders', rowId: 'r', name: 'Roof' },
  ...{ buyerName: null, updatedAt: null, columns: { Note: 'short' } },
};
const sizeOf = (value: unknown) => JSON.stringify(value).length;
const limit = (whole: Signal) => limitShown(whole, sizeOf(whole));

/** How the webhook, which shows most of a signal, writes it. */
function write({ name, bridgeName, columns }: Signal) {
  const buyers = [exampleBuyer({ signals: [exampleSignal({ name, bridgeName, columns })] })];
  return JSON.parse(rendererFor('webhook').render(exampleDigest({ buyers }))).data.buyers[0].signals[0];
}

describe('a signal that waits for a digest', () => {
  it('is left as it is when it is not large', () => {
    const columns = { Text: 'x'.repeat(60_000) };

    expect(limit({ ...signal, columns })).toEqual({ ...signal, columns });
  });

  it('is never more than a message needs, and never so little that the message would not say it was cut', () => {
    const text = fc
      .tuple(fc.constantFrom('x', 'ü', '😀', '\n'), fc.integer({ min: 0, max: 80_000 }))
      .map(([letter, length]) => letter.repeat(length));
    const value = fc.oneof(text, fc.array(fc.nat(), { maxLength: 20_000 }), fc.nat(), fc.constant(null));
    const columns = fc.dictionary(fc.string({ maxLength: 30 }), value, { maxKeys: 40 });
    fc.assert(
      fc.property(fc.record({ columns, name: text }), (fields) => {
        const whole = { ...signal, ...fields };
        const shown = limit(whole);
        if (sizeOf(whole) <= 64_000) return;
        // Each name has a limit of its own, and a line break takes two characters in JSON.
        expect(sizeOf(shown)).toBeLessThan(64_000 + 4 * 64_000 + 1_000);
        expect(write(shown).truncated).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it('keeps the columns that fit, in their order, however many there are', () => {
    const columns = Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`Column ${n}`, n]));

    const kept = Object.keys(limit({ ...signal, columns }).columns);

    expect(kept).toEqual(Object.keys(columns).slice(0, kept.length));
    expect(kept.length).toBeGreaterThan(2_000);
  });

  it('is not torn within a character', () => {
    const columns = { Text: `x${'😀'.repeat(40_000)}` };

    expect(String(limit({ ...signal, columns }).columns.Text).isWellFormed()).toBe(true);
  });
});
