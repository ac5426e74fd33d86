import { describe, expect, it } from 'vitest';
import { cutBelow, isDeeperThan } from '../../../shared/bridge-api/nesting.ts';
import { readSignalPage } from '../../../shared/bridge-api/read-answers.ts';

const nested = (levels: number) => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('nesting', () => {
  it('is counted in levels, without going deeper than asked', () => {
    expect([0, 1, 2, 3].map((levels) => isDeeperThan({ a: [1, {}] }, levels))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isDeeperThan(nested(1_000_000), 50)).toBe(true);
    expect(isDeeperThan('text', 0)).toBe(false);
  });

  it('is cut below a level, all else kept', () => {
    const value = JSON.parse('{"a":[1,{"b":2}],"__proto__":"p","n":null}');

    expect(JSON.stringify(cutBelow(value, 2))).toBe('{"a":[1,null],"__proto__":"p","n":null}');
  });
});

it('an item that is nested too deep is unreadable with what its text can hold, and its neighbours are read', () => {
  const row = (columns: unknown) => ({ bridge: { bridgeId: 'b' }, row: { rowId: 'r', columns } });
  const result = [row({ deep: nested(100) }), row({ deep: nested(40) }), row({ deep: nested(200_000) })];

  const page = readSignalPage({ pageNumber: 1, pageSize: 20, totalItems: 3, totalPages: 1, result });

  expect(page.result.map(({ row: { columns } }) => columns)).toEqual([{ deep: nested(40) }]);
  expect(page.unreadable.map(({ index }) => index)).toEqual([0, 2]);
  expect(page.unreadable[0]?.raw).toBe(JSON.stringify(result[0]));
  expect(page.unreadable[1]?.raw).toContain('[[[null]]]');
});
