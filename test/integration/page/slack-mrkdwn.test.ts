import { describe, expect, it } from 'vitest';

// The module runs in the browser as it is, and needs no document. The page's own tsconfig.json checks its types.
const module = new URL('../../../local/page/assets/slack-mrkdwn.js', import.meta.url).href;
const { parseMrkdwn, parseUnformatted } = (await import(module)) as Record<
  'parseMrkdwn' | 'parseUnformatted',
  (text: string) => unknown[]
>;

const text = (value: string) => ({ type: 'text', text: value });

describe('mrkdwn', () => {
  it.each([
    [
      '*bold* and _it_',
      [{ type: 'bold', children: [text('bold')] }, text(' and '), { type: 'italic', children: [text('it')] }],
    ],
    ['*_both_*', [{ type: 'bold', children: [{ type: 'italic', children: [text('both')] }] }]],
    ['a * b * c, snake_case_name', [text('a * b * c, snake_case_name')]],
    ['`*code*`', [{ type: 'code', text: '*code*' }]],
    ['```\n<b>\n```', [{ type: 'pre', text: '<b>' }]],
    ['&gt; one\n&gt; two', [{ type: 'quote', children: [text('one'), { type: 'break' }, text('two')] }]],
    ['one\ntwo', [text('one'), { type: 'break' }, text('two')]],
    [':fire: :no_such_emoji:', [text('🔥'), text(' '), text(':no_such_emoji:')]],
    [
      '<https://a.example/?x=1&amp;y=2|label>',
      [{ type: 'link', url: 'https://a.example/?x=1&y=2', text: 'label' }],
    ],
    ['<https://a.example>', [{ type: 'link', url: 'https://a.example', text: 'https://a.example' }]],
    [
      '<!channel> <@U123>',
      [{ type: 'mention', text: '@channel' }, text(' '), { type: 'mention', text: '@U123' }],
    ],
    ['<!date^1700000000^{date}|14 Nov>', [text('14 Nov')]],
    [
      'see (https://a.example/?x=1&amp;y=2).',
      [
        text('see ('),
        { type: 'link', url: 'https://a.example/?x=1&y=2', text: 'https://a.example/?x=1&y=2' },
        text(').'),
      ],
    ],
  ])('reads %s', (mrkdwn, nodes) => {
    expect(parseMrkdwn(mrkdwn)).toEqual(nodes);
  });

  it('unescapes once: what was escaped twice stays escaped', () => {
    expect(parseMrkdwn('&amp;lt;!channel&amp;gt;')).toEqual([text('&lt;!channel&gt;')]);
    expect(parseMrkdwn('&lt;!channel&gt;')).toEqual([text('<!channel>')]);
  });
});

describe('a text that Slack is told to read no formatting into', () => {
  it.each(['*bold* and _it_ and ~gone~', '`code`', '```\npre\n```', '> a quote'])('keeps %s', (line) => {
    const lines = line
      .split('\n')
      .flatMap((one, index) => [...(index > 0 ? [{ type: 'break' }] : []), text(one)]);
    expect(parseUnformatted(line)).toEqual(lines);
  });

  it('is unescaped, and its addresses and mentions are links and mentions all the same', () => {
    expect(parseUnformatted('*A &amp; B* (https://a.example)\n<!channel>')).toEqual([
      text('*A & B* ('),
      { type: 'link', url: 'https://a.example', text: 'https://a.example' },
      text(')'),
      { type: 'break' },
      { type: 'mention', text: '@channel' },
    ]);
  });
});
