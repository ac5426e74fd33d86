import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../shared/bridge-api/index.ts';
import { ContractError, HttpStatusError, TransportError } from '../../../../shared/domain/errors.ts';
import {
  bridgeId,
  createFakeService,
  type FakeAnswer,
  pageOf,
  rowId,
} from '../../../support/fake-service.ts';

const rowPage = (pageNumber: number, totalPages: number, rows: unknown[] = [{ rowId }]) => ({
  json: pageOf(rows, { pageNumber, totalPages }),
});

/** Pages by their number, and how many there are in all. */
const rowPages = (...of: readonly (readonly [number, number])[]) => of.map((page) => rowPage(...page));

async function numbersOf(pages: AsyncIterable<Page<unknown>>): Promise<number[]> {
  const numbers: number[] = [];
  for await (const page of pages) numbers.push(page.pageNumber);
  return numbers;
}

describe('paging', () => {
  it('reads forward from page 1 until the envelope says that it is the last', async () => {
    const { api, sent } = createFakeService(rowPages([1, 3], [2, 3], [3, 3]));

    const numbers = await numbersOf(api.bridgeRowPages({ bridgeId }));

    expect(numbers).toEqual([1, 2, 3]);
    expect(sent.map(({ url }) => url.split('?')[1])).toEqual([
      'pageNumber=1&pageSize=20',
      'pageNumber=2&pageSize=20',
      'pageNumber=3&pageSize=20',
    ]);
  });

  it.each<[string, FakeAnswer[], number[]]>([
    ['believes each envelope anew: a list may grow and shrink', rowPages([1, 2], [2, 4], [3, 3]), [1, 2, 3]],
    [
      'ends at an empty page behind the last item, whatever its envelope promises',
      [rowPage(1, 99), rowPage(2, 99, [])],
      [1, 2],
    ],
    ['goes on behind a page of which nothing could be read', [rowPage(1, 2, [null]), rowPage(2, 2)], [1, 2]],
    [
      'ends where the list grew shorter and the last page comes again',
      rowPages([1, 3], [2, 3], [2, 2]),
      [1, 2],
    ],
  ])('%s', async (_, answers, numbers) => {
    const { api, sent } = createFakeService(answers);

    expect(await numbersOf(api.bridgeRowPages({ bridgeId }))).toEqual(numbers);
    expect(sent).toHaveLength(answers.length);
  });

  it('reads on behind an empty page while items are missing', async () => {
    const page = (pageNumber: number, rows: unknown[], totalPages = 3, totalItems = 2) => ({
      json: pageOf(rows, { pageNumber, pageSize: 1, totalItems, totalPages }),
    });
    const row = [{ rowId }];
    const filled = createFakeService([page(1, row), page(2, []), page(3, row)]);
    const grown = createFakeService([page(1, row, 1, 1), page(2, []), page(3, row)]);
    const short = createFakeService([page(1, []), page(2, row, 2)]);

    expect(await numbersOf(filled.api.bridgeRowPages({ bridgeId }))).toEqual([1, 2, 3]);
    expect(await numbersOf(grown.api.bridgeRowPages({ bridgeId }))).toEqual([1, 2, 3]);
    expect(await numbersOf(short.api.bridgeRowPages({ bridgeId }))).toEqual([1, 2]);
  });

  it('gives up after fifty empty pages in a row', async () => {
    const { api } = createFakeService(
      Array.from({ length: 60 }, (_, index) => ({
        json: pageOf([], { pageNumber: index + 1, pageSize: 1, totalItems: 1_000 }),
      })),
    );

    expect(await numbersOf(api.bridgeRowPages({ bridgeId }))).toHaveLength(50);
  });

  it('refuses another page than it asked for', async () => {
    const { api } = createFakeService(rowPages([1, 3], [1, 3]));

    await expect(numbersOf(api.bridgeRowPages({ bridgeId }))).rejects.toThrow(ContractError);
  });

  it('begins no page that might not end before the deadline', async () => {
    const { api, sent, clock } = createFakeService(rowPages([1, 3], [2, 3], [3, 3]));
    const pages = api.bridgeRowPages({ bridgeId }, { deadline: clock.now() + 20_000 });
    const numbers: number[] = [];

    const reading = async () => {
      for await (const page of pages) {
        numbers.push(page.pageNumber);
        await clock.sleep(3_000);
      }
    };

    await expect(reading()).rejects.toThrow(TransportError);
    expect(numbers).toEqual([1, 2]);
    expect(sent).toHaveLength(2);
  });

  /** Two rows a page of a list that counts too few; behind its rows comes what `behind` answers. */
  const listOf = (count: number, totalItems: number, behind: FakeAnswer) => {
    const rows = Array.from({ length: count }, (_, place) => ({ rowId: rowId.slice(0, -1) + place }));
    const totalPages = Math.ceil(totalItems / 2);
    const pages = Array.from({ length: Math.ceil(count / 2) }, (_, index) => {
      const envelope = { pageNumber: index + 1, pageSize: 2, totalItems, totalPages };
      return { json: pageOf(rows.slice(2 * index, 2 * index + 2), envelope) };
    });
    return createFakeService([...pages, behind]);
  };
  const refused = { status: 404 };

  it.each([0, 2, 4])('reads 5 items to their end, of which the envelope counts %i', async (totalItems) => {
    const { api, sent } = listOf(5, totalItems, refused);

    expect(await numbersOf(api.bridgeRowPages({ bridgeId }))).toEqual([1, 2, 3]);
    expect(sent).toHaveLength(3);
  });

  it('ends where the last page comes again instead of the one behind it', async () => {
    const again = { pageSize: 2, totalItems: 2, totalPages: 1 };
    const rows = [{ rowId }, { rowId: rowId.replace(/.$/, '0') }];
    const page = (pageNumber: number, grown = {}) => ({
      json: pageOf(rows, { ...again, pageNumber, ...grown }),
    });
    const asNumbered = createFakeService([page(1), page(2), page(3)]);
    const asFirst = createFakeService([page(1), page(1, { totalItems: 6, totalPages: 3 })]);

    expect(await numbersOf(asNumbered.api.bridgeRowPages({ bridgeId }))).toEqual([1, 2]);
    expect(await numbersOf(asFirst.api.bridgeRowPages({ bridgeId }))).toEqual([1]);
  });

  it('says so where the page behind the counted end fails', async () => {
    const { api } = listOf(4, 4, { status: 501 });
    const pages: Page<unknown>[] = [];

    for await (const page of api.bridgeRowPages({ bridgeId })) pages.push(page);

    expect(pages.map(({ endFailed }) => endFailed)).toEqual([undefined, undefined, true]);
    expect(pages.at(-1)).toMatchObject({ pageNumber: 3, totalItems: 4, result: [], unreadable: [] });
  });

  it.each([
    [0, 501],
    [4, 401],
    [4, 429],
  ])('fails where %i of 4 items are counted and the page behind them answers %i', async (total, status) => {
    const { api } = listOf(4, total, { status });

    await expect(numbersOf(api.bridgeRowPages({ bridgeId }))).rejects.toThrow(HttpStatusError);
  });
});
