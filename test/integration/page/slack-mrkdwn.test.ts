import { describe, expect, it } from 'vitest';

// The module runs in the browser as it is, and needs no document. The page's own tsconfig.json checks its types.
const module = new URL('../../../local/page/assets/slack-mrkdwn.js', import.meta.url).href;
const { parseMrkdwn } = (await import(module)) as { parseMrkdwn(text: string): unknown[] };

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
  ])('reads %s', (mrkdwn, nodes) => {
    expect(parseMrkdwn(mrkdwn)).toEqual(nodes);
  });

  it('unescapes once: what was escaped twice stays escaped', () => {
    expect(parseMrkdwn('&amp;lt;!channel&amp;gt;')).toEqual([text('&lt;!channel&gt;')]);
    expect(parseMrkdwn('&lt;!channel&gt;')).toEqual([text('<!channel>')]);
  });
});
