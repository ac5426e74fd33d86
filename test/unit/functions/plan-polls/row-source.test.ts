import { describe, expect, it } from 'vitest';
import { rowPages } from '../../../../functions/plan-polls/row-source.ts';
import type { BridgeApi, Page } from '../../../../shared/bridge-api/index.ts';
import { bridgeId, buyerA, rowUuid } from '../../../support/examples/example-signals.ts';

function apiOf(page: Partial<Page<unknown>>): BridgeApi {
  return {
    async *bridgeRowPages() {
      const envelope = { pageNumber: 1, pageSize: 20, totalItems: 3, totalPages: 1 };
      yield { ...envelope, result: [], unreadable: [], ...page };
    },
  } as unknown as BridgeApi;
}

async function readPage(page: Partial<Page<unknown>>) {
  const query = { bridgeId, newestFirst: true, firstPage: 1 };
  for await (const read of rowPages(apiOf(page), query, Number.POSITIVE_INFINITY)) return read;
  throw new Error('there was no page');
}

describe('a page of rows', () => {
  it('names buyers in lower case, and none by an id that no list can be asked for by', async () => {
    const result = [
      {
        rowId: rowUuid(1),
        buyerId: buyerA.toUpperCase(),
        updatedAt: 'now',
        createdAt: '2026-11-21T08:00:00Z',
      },
      { rowId: rowUuid(2), buyerId: 'somebody', createdAt: 'long ago' },
    ];
    expect(await readPage({ result, servedAt: 7 })).toMatchObject({
      isLast: true,
      totalItems: 3,
      servedAt: 7,
      rows: [
        { id: rowUuid(1), buyerId: buyerA, updatedAt: 'now' },
        { id: rowUuid(2), buyerId: null, updatedAt: null },
      ],
    });
  });

  it('finds the buyer of a row that can not be read otherwise', async () => {
    const unreadable = [{ buyerId: buyerA }, { buyerId: 7 }, 'text'].map((row, index) => ({
      index,
      problem: 'rowId is absent',
      raw: JSON.stringify(row),
    }));
    expect((await readPage({ unreadable })).unreadable).toEqual([
      { id: '1/0', buyerId: buyerA },
      { id: '1/1', buyerId: null },
      { id: '1/2', buyerId: null },
    ]);
  });
});
