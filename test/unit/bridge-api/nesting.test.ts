import { expect, it } from 'vitest';
import { readSignalPage } from '../../../shared/bridge-api/read-answers.ts';

const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

it('an item that is nested too deep is unreadable without the deepest levels, and its neighbours are read', () => {
  const row = (columns: unknown) => ({ bridge: { bridgeId: 'b' }, row: { rowId: 'r', columns } });
  const result = [row({ deep: nested(100) }), row({ deep: nested(40) }), row({ deep: nested(200_000) })];

  const body = { pageNumber: 1, pageSize: 20, totalItems: 3, totalPages: 1, result };
  const page = readSignalPage({ body, servedAt: null, size: 1 });

  expect(page.result.map(({ row: { columns } }) => columns)).toEqual([{ deep: nested(40) }]);
  expect(page.unreadable.map(({ index }) => index)).toEqual([0, 2]);
  expect(page.unreadable[0]?.raw).toContain('[[[null]]]');
  expect(page.unreadable[1]?.raw).toBe(page.unreadable[0]?.raw);
});
