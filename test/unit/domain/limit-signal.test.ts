import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/destinations.ts';
import { limitSignal } from '../../../shared/domain/signals/limit-signal.ts';
import { bytesOf, mostKeptBytes } from '../../../shared/domain/signals/limit-text.ts';
import type { Signal } from '../../../shared/domain/signals/signal.ts';
import { exampleBuyer, exampleDigest, exampleSignal } from '../../support/examples/example-digest.ts';

const signal: Signal = {
  ...{ buyerId: 'b', bridgeId: 'br', bridgeName: 'Tenders', rowId: 'r', name: 'Roof' },
  ...{ buyerName: null, updatedAt: null, columns: { Note: 'short' } },
};

/** How the webhook, which shows most of a signal, writes it. */
function write({ name, bridgeName, columns, columnsLeftOut }: Signal) {
  const buyers = [exampleBuyer({ signals: [exampleSignal({ name, bridgeName, columns, columnsLeftOut })] })];
  return JSON.parse(rendererFor('webhook').render(exampleDigest({ buyers }))).data.buyers[0].signals[0];
}

describe('a signal that is too large to be kept whole', () => {
  it('is kept up to the limit, and never so little that the message would not say it was cut', () => {
    const text = fc
      .tuple(fc.constantFrom('x', 'ü', '😀', '\n', '\u0001'), fc.integer({ min: 0, max: 80_000 }))
      .map(([letter, length]) => letter.repeat(length));
    const value = fc.oneof(text, fc.array(fc.nat(), { maxLength: 20_000 }), fc.nat(), fc.constant(null));
    const columns = fc.dictionary(fc.oneof(fc.string({ maxLength: 30 }), text), value, { maxKeys: 40 });
    const nullable = fc.option(text);
    fc.assert(
      fc.property(
        fc.record({
          columns,
          name: text,
          ...{ bridgeName: nullable, buyerName: nullable, updatedAt: nullable },
          ...{ filterType: nullable, entityId: nullable },
        }),
        (fields) => {
          const whole = { ...signal, ...fields };
          fc.pre(bytesOf(whole) > mostKeptBytes);
          const kept = limitSignal(whole);
          expect(bytesOf(kept)).toBeLessThanOrEqual(mostKeptBytes);
          // An id is kept whole or left out, which may leave little.
          const left = whole.entityId && !kept.entityId ? bytesOf(whole.entityId) : 0;
          expect(bytesOf(kept) + left).toBeGreaterThan(mostKeptBytes / 2);
          expect({ ...kept, buyerName: null, updatedAt: null }).toMatchObject({ buyerId: 'b', rowId: 'r' });
        },
      ),
      { numRuns: 20 },
    );
    // Megabytes of JSON: on a loaded machine the default of five seconds is too short.
  }, 30_000);

  it('has no entity where its id is too long: cut, two ids could come to the same', () => {
    const entityId = 'x'.repeat(mostKeptBytes);

    expect(limitSignal({ ...signal, entityId }).entityId).toBeNull();
    expect(limitSignal({ ...signal, name: entityId, entityId: 'a' }).entityId).toBe('a');
  });

  it('says in a message that it was cut', () => {
    for (const large of [
      { columns: { Text: 'x'.repeat(400_000), Other: 'y' } },
      { columns: { Text: '\u0001'.repeat(400_000) } },
      { name: 'x'.repeat(400_000) },
      { columns: { ['Column '.repeat(60_000)]: 1 } },
      { columns: Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`Column ${n}`, n])) },
    ]) {
      expect(write(limitSignal({ ...signal, ...large })).truncated).toBe(true);
    }
  });

  it('counts the columns that are left out by what upstream sent, not by what was kept of it', () => {
    const columns = Object.fromEntries(
      Array.from({ length: 2_000 }, (_, n) => [`Column ${n}`, 'x'.repeat(300)]),
    );
    const kept = limitSignal({ ...signal, columns });
    expect(Object.keys(kept.columns).length + (kept.columnsLeftOut ?? 0)).toBe(2_000);
    expect(write(kept).truncation).toContain('1980 of 2000 columns left out');
  });

  it('keeps short texts whole, and as much as it can of the long ones', () => {
    const columns = { First: 'kept', Long: 'x'.repeat(400_000), Other: 'y'.repeat(400_000), Last: 7 };
    const kept = limitSignal({ ...signal, columns });
    expect(kept).toMatchObject({ name: 'Roof', columns: { First: 'kept', Last: 7 } });
    expect(String(kept.columns.Long).length).toBe(String(kept.columns.Other).length);
    expect(bytesOf(kept)).toBeGreaterThan(mostKeptBytes - 10);
  });

  it('keeps the columns that fit, in their order, however many there are', () => {
    const columns = Object.fromEntries(Array.from({ length: 6_000 }, (_, n) => [`Column ${n}`, n]));
    const kept = Object.keys(limitSignal({ ...signal, columns }).columns);
    expect(kept).toEqual(Object.keys(columns).slice(0, kept.length));
    expect(kept.length).toBeGreaterThan(2_000);
  });

  it('makes the beginning of its JSON text of a list that is too long', () => {
    const columns = { Numbers: Array.from({ length: 50_000 }, (_, n) => n) };
    expect(String(limitSignal({ ...signal, columns }).columns.Numbers)).toMatch(/^\[0,1,2,3,/);
  });

  it('keeps what is short beside it as it is, whatever its type', () => {
    const short = {
      List: [1, 'two'],
      Object: { a: null },
      Number: 7,
      Yes: true,
      Nothing: null,
      Text: 'kept',
    };
    const kept = limitSignal({ ...signal, columns: { Long: 'x'.repeat(400_000), ...short } });
    expect(kept.columns).toMatchObject(short);
  });
});
