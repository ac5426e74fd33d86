import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { counted } from '../../../../shared/domain/counted.ts';

describe('a count with its noun', () => {
  it.each([
    [0, '0 signals'],
    [1, '1 signal'],
    [1_043, '1,043 signals'],
  ])('of %i is "%s"', (count, text) => expect(counted(count, 'signal')).toBe(text));

  it('groups its digits as American English does', () => {
    fc.assert(
      fc.property(fc.nat(), (count) => {
        expect(counted(count, 'day', 'days').split(' ')[0]).toBe(count.toLocaleString('en-US'));
      }),
    );
  });
});
