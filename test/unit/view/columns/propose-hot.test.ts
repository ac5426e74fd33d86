import { expect, it } from 'vitest';
import { proposeHot } from '../../../../view/columns/propose-hot.ts';

const bridgeWith = (name: string, values: readonly unknown[]) => ({
  bridgeId: '1f0c6b52-7a3e-4f7d-9c41-5be2a90d8e13',
  bridgeName: 'Tenders',
  columns: [{ name, format: 'number', currency: null, labels: {}, analysed: false, internal: false }],
  rows: values.map((value) => ({ columns: { [name]: value } })),
});
const upTo = (most: number) => Array.from({ length: 20 }, (_, at) => ((at + 1) * most) / 20);

it.each([
  ['Match Score', upTo(100), { atLeast: 85, hot: 4 }],
  ['Fit', upTo(10), { atLeast: 9, hot: 3 }],
  ['matchScore', upTo(1), { atLeast: 0.85, hot: 4 }],
  ['Priority', upTo(100).map((value) => `${value} %`), { atLeast: 85, hot: 4 }],
])('proposes for %s the threshold that about a fifth of the rows reach', (name, values, proposed) => {
  expect(proposeHot([bridgeWith(name, values)])).toEqual({ name, ...proposed, rows: 20 });
});

it.each([
  ['a column that is called no score', 'Estimated Value', upTo(100)],
  ['a few values', 'Match Score', [1, 50, 99]],
  ['values that are all the same', 'Match Score', Array(20).fill(100)],
  ['values that are no numbers', 'Match Score', Array(20).fill('high')],
])('proposes nothing for %s', (_, name, values) => {
  expect(proposeHot([bridgeWith(name, values)])).toBeNull();
});
