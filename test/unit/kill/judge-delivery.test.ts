import { expect, it } from 'vitest';
import { judgeDelivery } from '../../kill/judge-delivery.ts';

it('nothing is wrong when each signal that was made was taken once, in any order', () => {
  const verdict = judgeDelivery(['a', 'b', 'c'], ['c', 'a', 'b']);

  expect(verdict).toEqual({ lost: [], doubled: [], unknown: [] });
});

it('tells which signals were lost, taken twice, and never made', () => {
  const verdict = judgeDelivery(['a', 'b', 'c', 'b'], ['a', 'a', 'c', 'x']);

  expect(verdict).toEqual({ lost: ['b'], doubled: ['a'], unknown: ['x'] });
});
