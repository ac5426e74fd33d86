import { expect, test } from 'vitest';
import type { RecordedClick } from '../../../shared/domain/clicks/click.ts';
import { outcomeOf } from '../../../shared/domain/clicks/outcome-of.ts';

function click(kind: RecordedClick['kind'], name: string, at: number, signalId = 'one'): RecordedClick {
  return { id: `${kind}-${name}-${at}`, kind, by: { id: `U-${name}`, name }, signalId, at };
}

test('nobody chose anything', () => {
  expect(outcomeOf([], 'one')).toEqual({ claimed: null, refused: null, muted: null });
});

test('the claim that was recorded first wins, even if its clock says a later time', () => {
  const clicks = [click('claim', 'ann', 2000), click('claim', 'bob', 1000)];
  expect(outcomeOf(clicks, 'one').claimed?.by.name).toBe('ann');
});

test('the first "not for us" is the one that counts', () => {
  const clicks = [click('not-for-us', 'bob', 1), click('not-for-us', 'ann', 2)];
  expect(outcomeOf(clicks, 'one')).toMatchObject({ claimed: null, refused: { by: { name: 'bob' } } });
});

test('clicks at another signal say nothing of this one', () => {
  const clicks = [click('claim', 'ann', 1, 'two'), click('mute-week', 'ann', 2, 'two')];
  expect(outcomeOf(clicks, 'one')).toEqual({ claimed: null, refused: null, muted: null });
});

test('a buyer is muted by the last mute, and not after an unmute', () => {
  const week = click('mute-week', 'ann', 1);
  const month = click('mute-month', 'bob', 2);
  const unmute = click('unmute', 'cid', 3);
  expect(outcomeOf([week, month], 'one').muted).toBe(month);
  expect(outcomeOf([week, month, unmute], 'one').muted).toBeNull();
  expect(outcomeOf([week, unmute, month], 'one').muted).toBe(month);
});
