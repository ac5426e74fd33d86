import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countMissing, isSameReading, judgeReading } from '../../../shared/domain/polling/reading.ts';

const page = (totalItems: number, ...ids: string[]) => ({ totalItems, ids });

describe('a reading of a list', () => {
  it('is accepted when the total stood still and every item came once', () => {
    expect(judgeReading([page(3, 'a', 'b'), page(3, 'c')])).toBe('accepted');
  });

  it('is accepted when the list is empty', () => {
    expect(judgeReading([page(0)])).toBe('accepted');
  });

  it('is not accepted when no page came', () => {
    expect(judgeReading([])).toBe('count-differs');
  });

  it('is not accepted when the total changed, even back to what it was', () => {
    expect(judgeReading([page(3, 'a'), page(4, 'b'), page(3, 'c')])).toBe('total-changed');
  });

  it('is not accepted when a new item shifted one onto the next page', () => {
    expect(judgeReading([page(3, 'a', 'b'), page(3, 'b')])).toBe('repeated-id');
    expect(judgeReading([page(2, 'a', 'a')])).toBe('repeated-id');
  });

  it('is not accepted when fewer or more items came than were announced', () => {
    expect(judgeReading([page(3, 'a', 'b')])).toBe('count-differs');
    expect(judgeReading([page(1, 'a', 'b')])).toBe('count-differs');
  });

  it('is never accepted with an item missing, however the list is cut into pages', () => {
    const list = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 7 }), fc.nat(), (ids, size, lost) => {
        const pages = Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
          page(ids.length, ...ids.slice(index * size, (index + 1) * size)),
        );
        expect(judgeReading(pages)).toBe('accepted');
        const gone = ids[lost % ids.length];
        const without = pages.map(({ totalItems, ids: shown }) => ({
          totalItems,
          ids: shown.filter((id) => id !== gone),
        }));
        expect(judgeReading(without)).toBe('count-differs');
      }),
    );
  });
});

describe('what is missing from a reading', () => {
  it.each([
    ['nothing, where each item that is counted was shown', 0, [page(3, 'a', 'b'), page(3, 'c')]],
    ['nothing, where more items were shown than are counted', 0, [page(1, 'a', 'b')]],
    ['items that are counted and not shown', 2, [page(4, 'a', 'b'), page(4)]],
    ['the second of an item that is counted twice', 1, [page(3, 'a', 'a'), page(3, 'b')]],
    ['nothing of an item that left while the list was read', 0, [page(3, 'a', 'b'), page(2)]],
    ['nothing, where no page came', 0, []],
  ])('is %s', (_, missing, pages) => {
    expect(countMissing(pages)).toBe(missing);
  });
});

describe('two readings of a list', () => {
  it('are the same when each page has the same total and the same ids in the same order', () => {
    const reading = () => [page(3, 'a', 'a'), page(3, 'b')];
    expect(isSameReading(reading(), reading())).toBe(true);
    expect(isSameReading([page(1)], [page(1)])).toBe(true);
  });

  it.each([
    ['a total differs', [page(3, 'a', 'a'), page(4, 'b')]],
    ['an id differs', [page(3, 'a', 'a'), page(3, 'c')]],
    ['their order differs', [page(3, 'a', 'b'), page(3, 'a')]],
    ['one has a page more', [page(3, 'a', 'a'), page(3, 'b'), page(3)]],
    ['one has an id more', [page(3, 'a', 'a'), page(3, 'b', 'c')]],
    ['one has no page', []],
  ])('are not the same when %s', (_, other) => {
    const one = [page(3, 'a', 'a'), page(3, 'b')];
    expect(isSameReading(one, other)).toBe(false);
    expect(isSameReading(other, one)).toBe(false);
  });

  it('say nothing when neither has a page', () => {
    expect(isSameReading([], [])).toBe(false);
  });

  it('of a list that lost an item during the first differ, unless they show everything that stayed', () => {
    const list = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 7 }), fc.nat(), fc.nat(), (ids, size, lost, at) => {
        const gone = ids[lost % ids.length];
        const after = ids.filter((id) => id !== gone);
        const read = (shows: (pageIndex: number) => readonly string[]) => {
          const count = Math.max(1, Math.ceil(shows(0).length / size));
          return Array.from({ length: count }, (_, index) => {
            const shown = shows(index);
            return page(shown.length, ...shown.slice(index * size, (index + 1) * size));
          });
        };
        const first = read((index) => (index <= at % 5 ? ids : after));
        const second = read(() => after);
        const seen = new Set(first.flatMap((one) => one.ids));
        if (isSameReading(first, second)) expect(after.every((id) => seen.has(id))).toBe(true);
      }),
    );
  });
});
