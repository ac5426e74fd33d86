import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeReading } from '../../../shared/domain/reading.ts';

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
