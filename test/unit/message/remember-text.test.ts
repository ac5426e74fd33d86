import { expect, it } from 'vitest';
import { rememberText } from '../../../shared/domain/text/remember.ts';

function counting() {
  const found: string[] = [];
  const find = rememberText((text) => {
    found.push(text);
    return text.includes('x') ? null : text.length;
  });
  return { found, find };
}

it('finds what a text says once, and keeps none that says nothing: it may be private', () => {
  const { found, find } = counting();
  expect([find('Due Date'), find('x'), find('Due Date'), find('x')]).toEqual([8, null, 8, null]);
  expect(found).toEqual(['Due Date', 'x', 'x']);
});

it('keeps no more than 1,000 texts, and no long one', () => {
  const { found, find } = counting();
  const texts = Array.from({ length: 1_000 }, (_, index) => `Column ${index}`);
  for (const text of [...texts, ...texts]) find(text);
  expect(found).toHaveLength(1_000);
  for (const text of ['one more', 'Column 0', 'y'.repeat(101), 'y'.repeat(101)]) find(text);
  expect(found.slice(1_000)).toEqual(['one more', 'Column 0', 'y'.repeat(101), 'y'.repeat(101)]);
});
