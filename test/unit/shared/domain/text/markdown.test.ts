import { describe, expect, it } from 'vitest';
import { plainLines, stripInlineMarkdown } from '../../../../../shared/domain/text/markdown.ts';

describe('stripInlineMarkdown', () => {
  it.each([
    ['**bold** and __bold__', 'bold and bold'],
    ['*soft*, _soft_ and ***both***', 'soft, soft and both'],
    ['~~gone~~ `code` ``more``', 'gone code more'],
    ['[the minutes](https://a.example/m) of [May][1]', 'the minutes of May'],
    ['![a map](https://a.example/map.png) of it', 'a map of it'],
    ['see <https://a.example/x>', 'see https://a.example/x'],
    ['$1.2M \\* 3 \\_here\\_', '$1.2M * 3 _here_'],
    ['**A bond of $1.2B** passed', 'A bond of $1.2B passed'],
    ['**cut in the middle', 'cut in the middle'],
  ])('takes the marks out of %s', (text, plain) => {
    expect(stripInlineMarkdown(text)).toBe(plain);
  });

  it.each(['5 * 3 * 2', 'snake_case_name', 'RFP_OPEN_2', '#1 in [Texas]', 'a < b > c', '* note', '2 ** 3'])(
    'leaves %s as it is',
    (text) => {
      expect(stripInlineMarkdown(text)).toBe(text);
    },
  );
});

describe('plainLines', () => {
  it('takes the marks of lists, quotes, fences and rules away', () => {
    const text = [
      '## Fit',
      '',
      '> Quoted',
      '- one',
      '* two',
      '3. three',
      '- [x] done',
      '---',
      '```js',
      'code',
      '```',
    ];
    expect(plainLines(text.join('\n'))).toEqual(['Quoted', 'one', 'two', 'three', 'done', 'code']);
  });

  it('leaves out the lines between the cells of a table', () => {
    expect(plainLines('| Head |\n|:---|---:|\n --- \n|--|\n| 5 |')).toEqual(['| Head |', '|--|', '| 5 |']);
  });

  it('reads a table that was copied as text, with a line of blanks and dashes', () => {
    const line = `${' '.repeat(1_400)}${'-'.repeat(1_400)} Total`;
    expect(plainLines(line)).toEqual([line.trim()]);
  });

  it('keeps a heading where there is nothing else', () => {
    expect(plainLines('# Only a heading')).toEqual(['Only a heading']);
  });

  it('keeps numbers at the beginning of a line that number nothing', () => {
    expect(plainLines('2026 was a good year.\n1.5 million')).toEqual([
      '2026 was a good year.',
      '1.5 million',
    ]);
  });
});
