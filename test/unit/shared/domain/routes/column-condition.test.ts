import { describe, expect, it } from 'vitest';
import { type ColumnCondition, judgeColumn } from '../../../../../shared/domain/routes/column-condition.ts';

type Asked = Omit<ColumnCondition, 'name'>;

/** Whether a cell meets a condition, in the zone of a route. */
function meets(cell: unknown, asked: Asked, timezone = 'UTC'): boolean | null {
  return judgeColumn({ name: 'Column', ...asked }, { columns: { Column: cell }, unsettled: [] }, timezone);
}

describe('a condition on a column', () => {
  it.each<[string, unknown, Asked, boolean]>([
    ['a text, whatever its letters', ' open ', { equals: 'Open' }, true],
    ['another text', 'opened', { equals: 'Open' }, false],
    ['a number as a text', '87 %', { equals: 87 }, true],
    ['a text that looks like the number', 87, { equals: '87' }, true],
    ['true', true, { equals: true }, true],
    ['one value of a list', ['SOC 2', 'ISO 27001'], { equals: 'iso 27001' }, true],
    ['a field of an object', { name: 'Ada', title: 'CIO' }, { equals: 'cio' }, true],
    ['one of several', 'OR', { oneOf: ['CA', 'OR'] }, true],
    ['none of several', 'WA', { oneOf: ['CA', 'OR'] }, false],
    ['a part', 'Network Refresh', { contains: 'REFRESH' }, true],
    ['a part of an item of a list', ['Roof', 'Network Refresh'], { contains: 'net' }, true],
    ['no part', 'Network', { contains: 'roof' }, false],
    ['a number that is reached', '$1,250', { atLeast: 1250 }, true],
    ['a number that is not reached', 1249.99, { atLeast: 1250 }, false],
    ['a number that is not passed', 80, { atMost: 80 }, true],
    ['a number that is passed', 81, { atMost: 80 }, false],
    ['a text where a number is asked for', 'high', { atLeast: 1 }, false],
    ['an infinite number', Number.NaN, { atMost: 1 }, false],
    ['both bounds', 50, { atLeast: 10, atMost: 60 }, true],
    ['one of two bounds', 70, { atLeast: 10, atMost: 60 }, false],
  ])('looks at %s', (_, cell, asked, expected) => {
    expect(meets(cell, asked)).toBe(expected);
  });

  it.each<[string, unknown, Asked, boolean]>([
    ['a day before it', '2026-11-30', { before: '2026-12-01' }, true],
    ['the day itself', '2026-12-01', { before: '2026-12-01' }, false],
    ['the day itself', '2026-12-01', { after: '2026-12-01' }, false],
    ['a day after it', 'December 2, 2026', { after: '2026-12-01' }, true],
    ['an hour of the day', '2026-12-01T15:00:00Z', { before: '2026-12-01' }, false],
    ['an hour of the day', '2026-12-01T15:00:00Z', { after: '2026-12-01' }, false],
    ['an hour of the day before, there', '2026-12-01T04:00:00Z', { before: '2026-12-01' }, true],
    ['an hour of the day, there', '2026-12-01T06:00:00Z', { before: '2026-12-01' }, false],
    ['the same instant', '2026-12-01T15:00:00Z', { after: '2026-12-01T15:00:00Z' }, false],
    ['the instant after', '2026-12-01T15:01:00Z', { after: '2026-12-01T15:00:00Z' }, true],
    ['no date', '03/04/2026', { before: '2027-01-01' }, false],
  ])('compares dates in the zone of the route: %s', (_, cell, asked, expected) => {
    expect(meets(cell, asked, 'America/New_York')).toBe(expected);
  });

  it.each([[undefined], [null], [''], ['  '], [[]], [{}], [['', null]]])('takes %j for empty', (cell) => {
    expect([meets(cell, { isEmpty: true }), meets(cell, { isEmpty: false })]).toEqual([true, false]);
    for (const asked of [{ equals: 'null' }, { contains: 'n' }, { atMost: 9 }, { before: '2099-01-01' }]) {
      expect(meets(cell, asked)).toBe(false);
    }
  });

  it('takes 0 and false for values', () => {
    expect([meets(0, { isEmpty: false }), meets(false, { isEmpty: false })]).toEqual([true, true]);
  });

  it('knows that a column which the row does not have is empty', () => {
    const row = { columns: {}, unsettled: [] };
    expect(judgeColumn({ name: 'Column', isEmpty: true }, row, 'UTC')).toBe(true);
    expect(judgeColumn({ name: 'constructor', isEmpty: false }, row, 'UTC')).toBe(false);
    expect(judgeColumn({ name: 'Column', equals: 'Open' }, row, 'UTC')).toBe(false);
  });

  it('does not know a value that upstream is still computing, nor any of an unreadable signal', () => {
    const row = { columns: { Column: 'Open' }, unsettled: ['Column'] };
    expect(judgeColumn({ name: 'Column', equals: 'Open' }, row, 'UTC')).toBeNull();
    expect(judgeColumn({ name: 'Column', isEmpty: true }, row, 'UTC')).toBeNull();
    expect(
      judgeColumn({ name: 'Column', isEmpty: true }, { columns: null, unsettled: [] }, 'UTC'),
    ).toBeNull();
  });
});
