import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mostMembers, splitIntoParts } from '../../../../message/digest/split-parts.ts';
import type { OutboxEntry } from '../../../../shared/domain/signals/outbox.ts';
import { exampleEntry } from '../../../support/examples/example-signals.ts';

const many = (count: number) => Array.from({ length: count }, (_, index) => exampleEntry(index));
const keysOf = (entries: readonly OutboxEntry[]) => entries.map(({ key }) => key);
const sizesOf = (parts: readonly OutboxEntry[][]) => parts.map(({ length }) => length);
const hotFirst = (hot: number, others: number) => [
  ...Array.from({ length: hot }, (_, index) => exampleEntry(index, { hot: true })),
  ...Array.from({ length: others }, (_, index) => exampleEntry(1_000 + index)),
];
describe('the parts of a slot', () => {
  it('each fit one message or are a single entry, even where more entries can fit better than fewer', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 20 }),
        fc.integer({ min: 0, max: 60 }),
        fc.integer({ min: 1, max: mostMembers }),
        fc.func(fc.boolean()),
        (hot, others, mostInFirst, draw) => {
          const fits = (members: readonly OutboxEntry[]): boolean => draw(members.length);
          const parts = splitIntoParts(hotFirst(hot, others), fits, mostInFirst);
          expect(keysOf(parts.flat())).toEqual(keysOf(hotFirst(hot, others)));
          expect(parts.every((part) => part.length === 1 || (part.length > 0 && fits(part)))).toBe(true);
          expect(parts[0]?.length ?? 0).toBeLessThanOrEqual(mostInFirst);
        },
      ),
    );
  });

  it('begin with a smaller one where the first has less room', () => {
    expect(sizesOf(splitIntoParts(many(60), () => true, 49))).toEqual([30, 30]);
    expect(sizesOf(splitIntoParts(many(60), () => true, 20))).toEqual([20, 40]);
    expect(sizesOf(splitIntoParts(many(4 + 2 * mostMembers), () => true, 4))).toEqual([
      4,
      mostMembers,
      mostMembers,
    ]);
  });

  it('are filled one after another where an even share does not fit', () => {
    // Whatever has the first three has no room for a fourth.
    const fits = (members: readonly OutboxEntry[]) =>
      members.length <= (members.some(({ key }) => key === many(1)[0]?.key) ? 3 : 6);

    expect(sizesOf(splitIntoParts(many(10), fits))).toEqual([3, 6, 1]);
    expect(sizesOf(splitIntoParts(many(9), fits))).toEqual([3, 6]);
  });
});

describe('splitting', () => {
  it.each([1, 2, 7, 50, mostMembers])('asks about few more entries than a part of %i takes', (most) => {
    let asked = 0;
    const parts = splitIntoParts(many(500), (members) => {
      asked += members.length;
      return members.length <= most;
    });

    expect(parts).toHaveLength(Math.ceil(500 / most));
    const sizes = sizesOf(parts);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
    // Asking writes the digest: to ask about all mostMembers for each part of one entry took minutes of large ones.
    expect(asked / parts.length).toBeLessThan(Math.max(4, most * 9));
  });
});
