import { describe, expect, it } from 'vitest';
import { HttpStatusError } from '../../../../shared/domain/errors.ts';
import {
  bridgeId,
  createFakeService,
  type FakeAnswer,
  pageOf,
  rejectionOf,
} from '../../../support/fake-service.ts';

const rowIdAt = (place: number): string => `c2a1b0d9-0a1b-4c2d-8e3f-${String(place).padStart(12, '0')}`;
/** One row a page. The page behind the last one is refused. */
const pageAt = (
  pageNumber: number,
  totalItems: number,
  more: { readonly place?: number; readonly note?: string } = {},
): FakeAnswer => {
  if (pageNumber > totalItems) return { status: 404 };
  const envelope = { pageNumber, pageSize: 1, totalItems, totalPages: totalItems };
  return { json: pageOf([{ rowId: rowIdAt(more.place ?? pageNumber) }], { ...envelope, ...more }) };
};
const askedOf = ({ url }: { readonly url: string }): number =>
  Number(new URL(url).searchParams.get('pageNumber'));

async function read({ api }: ReturnType<typeof createFakeService>, pagesAtOnce: number) {
  const numbers: number[] = [];
  for await (const page of api.bridgeRowPages({ bridgeId }, { pagesAtOnce })) numbers.push(page.pageNumber);
  return numbers;
}

/** Answers by the page that is asked for, and tells how many calls were under way at the most. */
function createPages(answerTo: (pageNumber: number, calls: number) => FakeAnswer) {
  let underWay = 0;
  const told = { most: 0 };
  const asked: number[] = [];
  const service = createFakeService([], {
    fetch: async (url) => {
      const pageNumber = askedOf({ url });
      asked.push(pageNumber);
      told.most = Math.max(told.most, ++underWay);
      // Long enough for all calls of a batch to begin.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      underWay -= 1;
      const answer = answerTo(pageNumber, asked.length);
      if (answer instanceof Error) throw answer;
      return new Response(JSON.stringify(answer.json ?? {}), { status: answer.status ?? 200 });
    },
  });
  return { ...service, asked, told };
}

describe('pages of rows that are read at once', () => {
  // Page 4 is answered before its row moves to the place of page 2, and pages 2 and 3 after it: row 3 is on none of them.
  const moved: Readonly<Record<number, number>> = { 2: 4, 3: 2, 4: 4, 5: 5 };

  it.each<[string, (pageNumber: number, calls: number) => FakeAnswer, number[], number]>([
    [
      'come in their order, after the first one that says how many there are',
      (pageNumber) => pageAt(pageNumber, 10),
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11],
      4,
    ],
    [
      'are read again one after the other if the number of rows changed before them',
      (pageNumber) => pageAt(pageNumber, pageNumber === 1 ? 4 : 5),
      [1, 2, 3, 4, 2, 3, 4, 5, 6],
      3,
    ],
    [
      'are read again one after the other if a row is shown twice, since then another one may be missing',
      (pageNumber, calls) => pageAt(pageNumber, 9, calls <= 5 ? { place: moved[pageNumber] ?? 1 } : {}),
      [1, 2, 3, 4, 5, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      4,
    ],
  ])('%s', async (_, answerTo, asked, most) => {
    const pages = createPages(answerTo);

    // The page behind the last one is asked for, and refused.
    const [behind = 0] = asked.slice(-1);
    expect(await read(pages, 4)).toEqual(Array.from({ length: behind - 1 }, (_, index) => index + 1));
    expect(pages.asked).toEqual(asked);
    expect(pages.told.most).toBe(most);
  });

  it('are read again one after the other if one of them fails', async () => {
    const pages = createPages((pageNumber) => (pageNumber === 3 ? { status: 400 } : pageAt(pageNumber, 6)));
    const numbers: number[] = [];

    const error = await rejectionOf(
      (async () => {
        for await (const { pageNumber } of pages.api.bridgeRowPages({ bridgeId }, { pagesAtOnce: 4 })) {
          numbers.push(pageNumber);
        }
      })(),
    );

    expect(error).toBeInstanceOf(HttpStatusError);
    expect(numbers).toEqual([1, 2]);
    expect(pages.asked).toEqual([1, 2, 3, 4, 5, 2, 3]);
  });

  it('are fewer where pages are large: one may have ten million bytes', async () => {
    const large = { note: 'x'.repeat(1_500_000) };
    const pages = createPages((pageNumber) => pageAt(pageNumber, 4, large));

    expect(await read(pages, 4)).toEqual([1, 2, 3, 4]);
    expect(pages.told.most).toBe(2);
  });
});
