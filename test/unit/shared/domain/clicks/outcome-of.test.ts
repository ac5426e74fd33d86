import { expect, it } from 'vitest';
import { describeClicks } from '../../../../../message/reports/describe-clicks.ts';
import { outcomeOf } from '../../../../../shared/domain/clicks/outcome-of.ts';
import { exampleClick } from '../../../../support/ledger/clicks.ts';

it('the claim that was recorded first wins, even if its clock says a later time', () => {
  const clicks = [exampleClick('claim', 'ann', { at: 2000 }), exampleClick('claim', 'bob', { at: 1000 })];
  expect(outcomeOf(clicks, 'one').claimed).toBe(clicks[0]);
});

it('a buyer is muted by the last mute, and not after an unmute', () => {
  const week = exampleClick('mute-week', 'ann');
  const month = exampleClick('mute-month', 'bob');
  const unmute = exampleClick('unmute', 'cid');
  expect(outcomeOf([week, month], 'one').muted).toBe(month);
  expect(outcomeOf([week, month, unmute], 'one').muted).toBeNull();
  expect(outcomeOf([week, unmute, month], 'one').muted).toBe(month);
});

it('tells who chose what in the zone of the route, with a day that names one day alone', () => {
  const at = Date.parse('2026-11-24T13:41:00Z');
  const clicks = [
    exampleClick('claim', 'ann', { at }),
    exampleClick('claim', 'cid', { at: at + 1 }),
    exampleClick('not-for-us', 'bob\u001b[2J\n', { at }),
    exampleClick('mute-month', '', { at, until: at + 30 * 86_400_000, by: { id: 'U9', name: '\u202e' } }),
  ];
  const reading = { now: at + 3_600_000, timezone: 'America/New_York' };
  expect(describeClicks(clicks, 'one', reading)).toEqual([
    'claimed by ann, Tue 8:41 AM New York',
    'not for us: bob [2J',
    'buyer muted by U9 until Dec 24, 8:41 AM New York, on this route',
  ]);
  expect(describeClicks(clicks, 'two', reading)).toEqual([]);
  expect(describeClicks(clicks.slice(0, 1), 'one', { now: at, timezone: null })).toEqual([
    'claimed by ann, Tue 1:41 PM UTC',
  ]);
});
