import { describe, expect, it } from 'vitest';
import { listFacts } from '../../../message/digest/signal-facts.ts';
import { formatValue } from '../../../message/facts/format-value.ts';
import { findTellingSentence } from '../../../message/facts/telling-sentence.ts';
import { namesAnotherSite, sourceIn } from '../../../message/text/safe-link.ts';
import { readDate } from '../../../shared/domain/cells/read-date.ts';
import { readSum } from '../../../shared/domain/cells/read-number.ts';
import { labelColumn, splitWords, wordsIn } from '../../../shared/domain/text/column-words.ts';
import { plainLines, stripInlineMarkdown } from '../../../shared/domain/text/markdown.ts';
import { oneLine } from '../../../shared/domain/text/one-line.ts';
import { hideAddresses, isPrivate } from '../../../shared/domain/text/private-text.ts';
import { cutWords, sentencesOf } from '../../../shared/domain/text/sentences.ts';
import { exampleSignal, exampleView } from '../../support/examples/example-digest.ts';

/** All that searches a text from outside. A column's name is one, too. */
const searches: Record<string, (text: string) => unknown> = {
  isPrivate,
  hideAddresses,
  plainLines,
  stripInlineMarkdown,
  sentencesOf: (text) => [...sentencesOf(text)],
  splitWords,
  wordsIn,
  sourceIn,
  readDate,
  oneLine: (text) => oneLine(text, 160),
  cutWords: (text) => cutWords(text, 160),
  namesAnotherSite: (text) => namesAnotherSite(text, 'https://a.example/'),
  readSum: (text) => [readSum(text, text), readSum('$5', text)],
  formatValue: (text) => formatValue(text, text, undefined, 160),
  labelColumn,
  findTellingSentence: (text) => findTellingSentence([{ column: text, value: text }], [text]),
  listFacts: (text) =>
    listFacts(
      exampleSignal({ name: text, columns: { [text]: text, 'Decision Maker': text, Due: text } }),
      exampleView(),
    ),
};

const marks = [...' -0A.([*`@|\n'];
const longestRead = 3_000;
/** Two marks in turn, and two rows of them: what an expression can't decide on, it tries in every way. */
const texts = marks.flatMap((one) =>
  marks.flatMap((other) => [
    `${(one + other).repeat(longestRead / 2)}x`,
    `${one.repeat(longestRead / 2)}${other.repeat(longestRead / 2)}x`,
  ]),
);

// What takes a step for each pair of characters takes a second for all of these, and else an hour.
describe('the longest text that is read, of the marks that a search is for', { timeout: 60_000 }, () => {
  it.each(Object.keys(searches))('is read in time by %s', (name) => {
    const search = searches[name] as (text: string) => unknown;
    let read = 0;
    for (const text of texts) {
      search(text);
      read += 1;
    }
    expect(read).toBe(texts.length);
  });
});
