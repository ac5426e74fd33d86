import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeList, judgeReadings } from '../../../../../shared/domain/polling/reading.ts';

const page = (totalItems: number, ...ids: string[]) => ({ totalItems, ids });

describe('a reading of a list', () => {
  it.each([
    ['accepted', 'the list is empty', [page(0)]],
    ['count-differs', 'no page came', []],
    ['total-changed', 'the total changed, even back', [page(3, 'a'), page(4, 'b'), page(3, 'c')]],
    ['repeated-id', 'a new item shifted one onto the next page', [page(3, 'a', 'b'), page(3, 'b')]],
    ['repeated-id', 'one came twice on a page', [page(2, 'a', 'a')]],
    ['count-differs', 'more items came than were announced', [page(1, 'a', 'b')]],
  ])('is %s where %s', (judged, _, pages) => {
    expect(judgeList(pages)).toBe(judged);
  });

  it('is never accepted with an item missing, however the list is cut into pages', () => {
    const list = fc.uniqueArray(fc.uuid(), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(list, fc.integer({ min: 1, max: 7 }), fc.nat(), (ids, size, lost) => {
        const pages = Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
          page(ids.length, ...ids.slice(index * size, (index + 1) * size)),
        );
        expect(judgeList(pages)).toBe('accepted');
        const gone = ids[lost % ids.length];
        const without = pages.map(({ totalItems, ids: shown }) => ({
          totalItems,
          ids: shown.filter((id) => id !== gone),
        }));
        expect(judgeList(without)).toBe('count-differs');
      }),
    );
  });
});

describe('the readings of one poll', () => {
  const twice = [page(3, 'a', 'a'), page(3, 'b')];

  it('are complete with one that is complete by itself', () => {
    expect(judgeReadings([twice, [page(1, 'a')]])).toEqual({ accepted: true });
  });

  it('are complete if they show together what each of them counts, as where ties change places', () => {
    const misfit = 'repeated-id';
    const [one, other] = [
      [page(3, 'a', 'b'), page(3, 'b')],
      [page(3, 'a', 'c'), page(3, 'c')],
    ];
    expect(judgeReadings([one])).toEqual({ accepted: false, misfit, missing: 1 });
    expect(judgeReadings([one, other])).toEqual({ accepted: true, misfit });
  });

  it('are not complete together if a total changed, or if they show more than is counted', () => {
    const [one, other] = [[page(3, 'a', 'b')], [page(3, 'c', 'd')]];
    expect(judgeReadings([one, other]).accepted).toBe(false);
    expect(judgeReadings([[page(2, 'a')], [page(3, 'b')]])).toMatchObject({ accepted: false, missing: 2 });
  });

  it('are complete if two in a row are equal and nothing is missing; else the list stands still without it', () => {
    const uncounted = [page(1, 'a', 'b')];
    expect(judgeReadings([uncounted, uncounted])).toEqual({ accepted: true, misfit: 'count-differs' });
    expect(judgeReadings([twice, twice])).toEqual({
      accepted: false,
      misfit: 'repeated-id',
      missing: 1,
      stoodStill: true,
    });
    expect(judgeReadings([[], []])).toEqual({ accepted: false, misfit: 'count-differs' });
  });

  it.each([
    ['a total', [page(3, 'a', 'a'), page(4, 'b')]],
    ['an id', [page(3, 'a', 'a'), page(3, 'c')]],
    ['their order', [page(3, 'a', 'b'), page(3, 'a')]],
    ['a page', [page(3, 'a', 'a'), page(3, 'b'), page(3)]],
    ['an id more', [page(3, 'a', 'a'), page(3, 'b', 'a')]],
  ])('are not equal if %s differs', (_, other) => {
    expect(judgeReadings([twice, other])).not.toHaveProperty('stoodStill');
    expect(judgeReadings([other, twice])).not.toHaveProperty('stoodStill');
  });
});
