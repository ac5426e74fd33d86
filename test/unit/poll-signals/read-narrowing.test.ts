import { describe, expect, it } from 'vitest';
import { readNarrowing } from '../../../functions/poll-signals/read-narrowing.ts';

class TooLargeError extends Error {}

/** A list of numbered items, of which some can't be read in a page of more than so many. */
function listOf(total: number, fits: (item: number, pageSize: number) => boolean) {
  const calls: string[] = [];
  async function* readPages(pageSize: number, firstPage: number) {
    const totalPages = Math.ceil(total / pageSize);
    for (let pageNumber = firstPage; pageNumber <= totalPages; pageNumber += 1) {
      calls.push(`${pageSize}:${pageNumber}`);
      const first = (pageNumber - 1) * pageSize;
      const items = Array.from({ length: Math.min(pageSize, total - first) }, (_, index) => first + index);
      if (items.some((item) => !fits(item, pageSize))) throw new TooLargeError();
      yield { pageNumber, totalPages, items };
    }
  }
  const isTooLarge = (error: unknown) => error instanceof TooLargeError;
  return { calls, ports: { readPages, isTooLarge, mustBeWhole: true } };
}

async function collect(ports: ReturnType<typeof listOf>['ports']) {
  const items: number[] = [];
  let error: unknown;
  try {
    for await (const { page } of readNarrowing(ports)) items.push(...page.items);
  } catch (thrown) {
    error = thrown;
  }
  return { items, error };
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);

describe('a list whose pages may be too large', () => {
  it.each([0, 1, 20, 45, 100])('of %i small items is read in large pages', async (total) => {
    const { calls, ports } = listOf(total, () => true);

    expect(await collect(ports)).toEqual({ items: numbers(total), error: undefined });
    expect(calls.every((call) => call.startsWith('20:'))).toBe(true);
  });

  it.each([
    [45, 0],
    [45, 23],
    [45, 44],
    [40, 39],
    [41, 40],
  ])('of %i items gives each once when %i fits no page but its own', async (total, heavy) => {
    const { ports } = listOf(total, (item, pageSize) => item !== heavy || pageSize === 1);

    expect(await collect(ports)).toEqual({ items: numbers(total), error: undefined });
  });

  it('goes on in large pages behind what was too large', async () => {
    const { calls, ports } = listOf(60, (item, pageSize) => item !== 5 || pageSize <= 4);

    await collect(ports);

    expect(calls).toEqual(['20:1', '4:1', '4:2', '4:3', '4:4', '4:5', '20:2', '20:3']);
  });

  it.each([0, 19, 20, 59])('passes over item %i that fits no page, and throws in the end', async (heavy) => {
    const { ports } = listOf(60, (item) => item !== heavy);

    const { items, error } = await collect(ports);

    expect(items).toEqual(numbers(60).filter((item) => item !== heavy));
    expect(error).toBeInstanceOf(TooLargeError);
  });

  it('passes it over in silence where the reading need not be whole', async () => {
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

  it('throws what is wrong otherwise', async () => {
    const { ports } = listOf(10, () => {
      throw new RangeError('another');
    });

    expect((await collect(ports)).error).toEqual(new RangeError('another'));
  });
});
