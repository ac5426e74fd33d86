import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Signal } from '../../../../../shared/domain/rows/signal.ts';
import { keptText, mostKeptBytes } from '../../../../../shared/domain/signals/limit-text.ts';
import type {
  BuyerSummary,
  SummaryBlock,
  SummarySection,
} from '../../../../../shared/domain/signals/summary.ts';
import { exampleSummary } from '../../../../support/examples/example-digest.ts';

const signal: Signal = {
  buyerId: 'b',
  bridgeId: 'br',
  bridgeName: 'Tenders',
  rowId: 'r',
  name: 'Roof',
  buyerName: null,
  updatedAt: null,
  columns: { Note: 'short' },
};
const keepSignal = (over: Partial<Signal>): Signal => JSON.parse(keptText({ ...signal, ...over }));
const keepSummary = (over: Partial<BuyerSummary>): BuyerSummary => JSON.parse(keptText(exampleSummary(over)));
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

const text = fc
  .tuple(fc.constantFrom('x', 'ü', '😀', '\n', '\u0001'), fc.integer({ min: 0, max: 30_000 }))
  .map(([letter, length]) => letter.repeat(length));
const columnsOf = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`Column ${n}`, value]));

describe('a signal', () => {
  it('is kept whole up to the limit, and says nothing of it', () => {
    const room = mostKeptBytes - bytesOf({ ...signal, columns: { Text: '' } });

    expect(keepSignal({ columns: { Text: 'x'.repeat(room) } })).not.toHaveProperty('truncated');
    expect(keepSignal({ columns: { Text: 'x'.repeat(room + 1) } })).toMatchObject({ truncated: true });
  });

  it('is cut to the limit, whatever is large in it, and says so', () => {
    const value = fc.oneof(text, fc.array(fc.nat(), { maxLength: 20_000 }), fc.nat(), fc.constant(null));
    const columns = fc.dictionary(fc.oneof(fc.string({ maxLength: 30 }), text), value, { maxKeys: 40 });
    const nullable = fc.option(text);
    fc.assert(
      fc.property(
        fc.record({
          columns,
          name: text,
          bridgeName: nullable,
          buyerName: nullable,
          updatedAt: nullable,
          filterType: nullable,
          entityId: nullable,
        }),
        (over) => {
          fc.pre(bytesOf({ ...signal, ...over }) > mostKeptBytes);
          const kept = keepSignal(over);
          expect(bytesOf(kept)).toBeLessThanOrEqual(mostKeptBytes);
          expect(kept).toMatchObject({ buyerId: 'b', bridgeId: 'br', rowId: 'r', truncated: true });
        },
      ),
      { numRuns: 20 },
    );
    // Megabytes of JSON: on a loaded machine the default of five seconds is too short.
  }, 30_000);

  it.each([
    ['long columns', columnsOf(2_000, 'x'.repeat(300)), 20],
    ['short columns', columnsOf(6_000, 7), 400],
  ])('keeps the first of thousands of %s', (_, columns, least) => {
    const kept = Object.keys(keepSignal({ columns }).columns);

    expect(kept).toEqual(Object.keys(columns).slice(0, kept.length));
    expect(kept.length).toBeGreaterThanOrEqual(least);
  });

  it('keeps what is short as it is, and most of what is long, up to an ellipsis', () => {
    const short = {
      List: [1, 'two'],
      Object: { a: null },
      Number: 7,
      Yes: true,
      Nothing: null,
      Text: 'kept',
    };
    const numbers = Array.from({ length: 50_000 }, (_, n) => n);

    const kept = keepSignal({ columns: { Long: 'x'.repeat(400_000), Numbers: numbers, ...short } });

    expect(kept).toMatchObject({ name: 'Roof', columns: short });
    expect(kept.columns.Long).toMatch(/^x{3000,}…$/);
    expect(kept.columns.Numbers).toMatch(/^\[0,1,2,3,.{3000,}…$/);
  });

  it('has no entity where its id is too long: cut, two ids could come to the same', () => {
    const name = 'x'.repeat(mostKeptBytes);

    expect(keepSignal({ name, entityId: name }).entityId).toBeNull();
    expect(keepSignal({ name, entityId: 'a' }).entityId).toBe('a');
  });
});

describe('a summary', () => {
  const source = { entryId: 'e', entryName: 'Row', triggerId: 't', triggerType: 'R', triggerName: 'Bridge' };
  const section = (over: Partial<SummarySection> = {}): SummarySection => ({
    title: 'A bond',
    text: 'It was approved.',
    sources: [source],
    ...over,
  });
  const block = (sections: readonly SummarySection[]): SummaryBlock => ({ intro: 'Active.', sections });

  it('is cut to the limit, whatever is large in it, and says so', () => {
    const sections = fc.array(fc.record({ title: text, text, copies: fc.nat({ max: 300 }) }), {
      maxLength: 40,
    });
    const made = sections.map((list) =>
      block(list.map(({ copies, ...texts }) => section({ ...texts, sources: Array(copies).fill(source) }))),
    );
    fc.assert(
      fc.property(fc.record({ whatsRecent: made, theBiggerPicture: made, scoreReasoning: text }), (over) => {
        fc.pre(bytesOf(exampleSummary(over)) > mostKeptBytes);
        const kept = keepSummary(over);
        expect(bytesOf(kept)).toBeLessThanOrEqual(mostKeptBytes);
        expect(kept.truncated).toBe(true);
      }),
      { numRuns: 8 },
    );
    // Each run writes megabytes, and other work can share the machine.
  }, 60_000);

  it('loses sources before sections, and the last of both', () => {
    const sections = Array.from({ length: 20 }, (_, number) =>
      section({ title: `Section ${number}`, sources: Array(20).fill(source) }),
    );
    const kept = keepSummary({ whatsRecent: block(sections) }).whatsRecent?.sections ?? [];

    expect(kept.map(({ title }) => title)).toEqual(sections.map(({ title }) => title));
    expect(kept[0]?.sources.length).toBeGreaterThan(0);

    const many = Array.from({ length: 4_000 }, (_, number) => section({ title: `Section ${number}` }));
    const first = keepSummary({ whatsRecent: block(many) }).whatsRecent?.sections ?? [];
    expect(first.map(({ title }) => title)).toEqual(many.slice(0, first.length).map(({ title }) => title));
    expect(first.length).toBeGreaterThanOrEqual(10);
  });
});
