import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readNarrowing } from '../../../../functions/poll-signals/read-narrowing.ts';

class TooLargeError extends Error {}

/** A list of numbered items, of which some can't be read in a page of more than so many. The server chooses its sizes. */
function listOf(
  total: number,
  fits: (item: number, pageSize: number) => boolean,
  given = (asked: number) => asked,
  told = (pageSize: number, _items: number) => pageSize,
) {
  const calls: string[] = [];
  async function* readPages(asked: number, firstPage: number) {
    const pageSize = given(asked);
    const totalPages = Math.ceil(total / pageSize);
    for (let pageNumber = firstPage; pageNumber <= totalPages; pageNumber += 1) {
      calls.push(`${asked}:${pageNumber}`);
      const first = (pageNumber - 1) * pageSize;
      const items = Array.from({ length: Math.min(pageSize, total - first) }, (_, index) => first + index);
      if (items.some((item) => !fits(item, pageSize))) throw new TooLargeError();
      yield { pageNumber, pageSize: told(pageSize, items.length), isLast: pageNumber >= totalPages, items };
    }
  }
  const isTooLarge = (error: unknown) => error instanceof TooLargeError;
  return { calls, ports: { readPages, isTooLarge, mustBeWhole: true } };
}

async function collect(ports: ReturnType<typeof listOf>['ports']) {
  const items: number[] = [];
  try {
    for await (const page of readNarrowing(ports)) items.push(...page.items);
  } catch (error) {
    return { items, error };
  }
  return { items, error: undefined as unknown };
}

const atMost = (most: number) => (asked: number) => Math.min(asked, most);
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a list whose pages may be too large', () => {
  it('skips an item that fits no page silently if the reading need not be complete', async () => {
    const { ports } = listOf(10, (item) => item !== 3);

    expect(await collect({ ...ports, mustBeWhole: false })).toEqual({
      items: numbers(10).filter((item) => item !== 3),
      error: undefined,
    });
  });

  it('gives up after twenty items in a row that fit no page', async () => {
    const { calls, ports } = listOf(1_000, () => false);

    const { items, error } = await collect(ports);

    expect([items, error]).toEqual([[], expect.any(TooLargeError)]);
    expect(calls.length).toBeLessThan(30);
  });

  it('throws any other error', async () => {
    const { ports } = listOf(10, () => {
      throw new RangeError('another');
    });

    expect((await collect(ports)).error).toEqual(new RangeError('another'));
  });
});

describe('a server of any sizes', () => {
  const heavyItems = fc.dictionary(fc.nat(120).map(String), fc.integer({ min: 0, max: 8 }), { maxKeys: 6 });
  const inList = { total: fc.nat(120), heavy: heavyItems };

  it('that gives no more than it is asked for shows each item once that fits a page of some size, and throws in the end where one does not', async () => {
    const sizes = fc.record({ ...inList, most: fc.integer({ min: 1, max: 25 }), tellsCount: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(sizes, async ({ total, heavy, most, tellsCount }) => {
        const takes = (item: number): number => heavy[item] ?? 20;
        const fits = (item: number, pageSize: number) => pageSize <= takes(item);
        const told = (pageSize: number, items: number) => (tellsCount ? items : pageSize);
        const { ports } = listOf(total, fits, atMost(most), told);

        const { items, error } = await collect(ports);

        expect(items).toEqual(numbers(total).filter((item) => takes(item) > 0));
        if (items.length < total) expect(error).toBeInstanceOf(TooLargeError);
        else expect(error).toBeUndefined();
      }),
    );
  });

  it('that gives no fewer than so many is read to its end, or up to what is too large', async () => {
    const sizes = fc.record({ ...inList, least: fc.integer({ min: 1, max: 50 }) });
    await fc.assert(
      fc.asyncProperty(sizes, async ({ total, heavy, least }) => {
        const takes = (item: number): number => heavy[item] ?? 50;
        const given = (asked: number) => Math.max(asked, least);
        const { ports } = listOf(total, (item, pageSize) => pageSize <= takes(item), given);

        const { items, error } = await collect(ports);

        expect(new Set(items).size).toBe(items.length);
        if (items.length < total) expect(error).toBeInstanceOf(TooLargeError);
      }),
    );
  });
});
