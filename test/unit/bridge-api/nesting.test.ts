import { expect, it } from 'vitest';
import { readSignalPage } from '../../../shared/bridge-api/read-answers.ts';

const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

it('an item that is nested too deep is unreadable with what its text can hold, and its neighbours are read', () => {
  const row = (columns: unknown) => ({ bridge: { bridgeId: 'b' }, row: { rowId: 'r', columns } });
  const result = [row({ deep: nested(100) }), row({ deep: nested(40) }), row({ deep: nested(200_000) })];

  const page = readSignalPage({ pageNumber: 1, pageSize: 20, totalItems: 3, totalPages: 1, result });

  expect(page.result.map(({ row: { columns } }) => columns)).toEqual([{ deep: nested(40) }]);
  expect(page.unreadable.map(({ index }) => index)).toEqual([0, 2]);
  expect(page.unreadable[0]?.raw).toBe(JSON.stringify(result[0]));
  expect(page.unreadable[1]?.raw).toContain('[[[null]]]');
});
