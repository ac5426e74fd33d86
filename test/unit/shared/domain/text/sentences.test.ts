import { describe, expect, it } from 'vitest';
import { cutWords, sentencesOf } from '../../../../../shared/domain/text/sentences.ts';

describe('sentencesOf', () => {
  it.each([
    ['One. Two.', ['One.', 'Two.']],
    [
      'The City of St. Louis asked Dr. Smith. He agreed.',
      ['The City of St. Louis asked Dr. Smith.', 'He agreed.'],
    ],
    ['Costs $1.2M. Why? Because!', ['Costs $1.2M.', 'Why?', 'Because!']],
    ['## Summary\n\n- **One** thing\n- Another', ['One thing', 'Another']],
    ['  ', []],
    [null, []],
  ])('finds those of %j', (text, sentences) => {
    expect([...sentencesOf(text)]).toEqual(sentences);
  });

  it.each([
    'Write to jo@fwisd.example today.',
    'Call 817-555-0100 today.',
    'Call (817) 555-0100.',
    'Call +44 20 7946 0000.',
    'Call 555-0100.',
    'Call 817\u2011555\u20110100.',
    'Call (817) 555\u20130100.',
    'Call (817) - 555 - 0100.',
    'Call 18175550100.',
    'Call 817\u2212555\u22120100.',
    'Call \uff18\uff11\uff17-555-0100.',
    'Write to jo\uff20fwisd.example today.',
    'Write to jo [at] fwisd [dot] example today.',
    'Write to jo(at)fwisd.example today.',
    'Write to "Jo Ann"@fwisd.example today.',
    'Row 5a1f3e6e-2f0e-4a9f-8f2d-3f4b6a7c8d01 says so.',
  ])('leaves out %s', (sentence) => {
    expect([...sentencesOf(`First. ${sentence}`)]).toEqual(['First.']);
  });
});

describe('cutWords', () => {
  it('cuts behind a word, and without a comma before the ellipsis', () => {
    expect(cutWords('The board passed a bond, and asked for offers', 26)).toBe('The board passed a bond…');
  });

  it('cuts within a word that leaves too little', () => {
    expect(cutWords(`A ${'x'.repeat(40)}`, 20)).toBe(`A ${'x'.repeat(17)}…`);
  });
});
