import { describe, expect, it } from 'vitest';

// The module runs in the browser as it is, and needs no document. The page's own tsconfig.json checks its types.
const module = new URL('../../../machine/page/assets/slack-plain-text.js', import.meta.url).href;
const { parsePlainText } = (await import(module)) as { parsePlainText: (text: string) => unknown[] };

const text = (value: string) => ({ type: 'text', text: value });

describe('a text that Slack is told to read no formatting into', () => {
  it.each(['*bold* and _it_ and ~gone~', '`code`', '```\npre\n```', '> a quote', ':fire:', 'a\nb'])(
    'keeps %s',
    (line) => {
      expect(parsePlainText(line)).toEqual([text(line)]);
    },
  );

  it('is unescaped once: what was escaped twice stays escaped', () => {
    expect(parsePlainText('&amp;lt;!channel&amp;gt;')).toEqual([text('&lt;!channel&gt;')]);
    expect(parsePlainText('&lt;!channel&gt;')).toEqual([text('<!channel>')]);
  });

  it('has links and mentions all the same', () => {
    const url = 'https://a.example/?x=1&y=2';
    expect(parsePlainText('*A &amp; B* (https://a.example/?x=1&amp;y=2).\n<@U1> <!subteam^S1>')).toEqual([
      text('*A & B* ('),
      { type: 'link', url, text: url },
      text(').\n'),
      { type: 'mention', text: '@U1' },
      text(' '),
      { type: 'mention', text: '@S1' },
    ]);
  });
});
