import { describe, expect, it } from 'vitest';
import { anchorOf, describeAlarm, readDescription } from '../../../../../shared/domain/alerts/alarm.ts';

describe('the description of an alarm', () => {
  it('carries its impact and its heading', () => {
    const described = describeAlarm('Buyers are not read.', 'Polling fails');

    expect(described).toBe('Buyers are not read.\nRunbook: Polling fails');
    expect(readDescription(described)).toEqual({ impact: 'Buyers are not read.', heading: 'Polling fails' });
  });

  it('that somebody else wrote is all impact', () => {
    expect(readDescription('The disk is full.')).toEqual({ impact: 'The disk is full.', heading: null });
    expect(readDescription('')).toEqual({ impact: '', heading: null });
  });

  it('may quote another one, have no impact, and end in blanks', () => {
    expect(readDescription('See\nRunbook: this\nRunbook: That')).toEqual({
      impact: 'See\nRunbook: this',
      heading: 'That',
    });
    expect(readDescription('\nRunbook: Polling fails \n')).toEqual({ impact: '', heading: 'Polling fails' });
  });
});

it.each([
  ['Polling fails', 'polling-fails'],
  ["The API's token is rejected (401)", 'the-apis-token-is-rejected-401'],
  ['Dead letters: a_b, c-d', 'dead-letters-a_b-c-d'],
  ['Überfällig  2', 'überfällig--2'],
])('the fragment of a heading: %j is #%s', (heading, anchor) => {
  expect(anchorOf(heading)).toBe(anchor);
});
