import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/destinations.ts';
import { slackLimits } from '../../../shared/destinations/slack/limits.ts';
import type { DigestContent } from '../../../shared/domain/digests/digest.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
} from '../../support/examples/example-digest.ts';
import { anyDigest } from './arbitrary-digest.ts';

/** Of RFC 3986's characters alone. */
const strictAddress = /^https:\/\/[a-z\d._:[\]-]+\/(?:[\w\-.~!$&'()*+,;=:@/?#]|%[\dA-Fa-f]{2})*$/;

/** Many runs, on a machine that may be doing other things. */
const propertyMs = 30_000;

const slack = rendererFor('slack');

interface Element {
  readonly type: string;
  readonly text?: string | { readonly type: string; readonly text: string };
  readonly url?: string;
  readonly elements?: readonly Element[];
}
const render = (content: DigestContent) =>
  JSON.parse(slack.render(content)) as {
    text: string;
    blocks: Element[];
    unfurl_links: boolean;
    unfurl_media: boolean;
  };

/** Every node of the blocks, in the order of reading. */
const walk = (elements: readonly Element[]): Element[] =>
  elements.flatMap((one) => [one, ...walk(one.elements ?? [])]);
const textOf = (one: Element) => (typeof one.text === 'object' ? one.text.text : one.text);
const readable = (content: DigestContent) =>
  walk(render(content).blocks)
    .map((one) => (one.type === 'emoji' ? '🔥' : (textOf(one) ?? '')))
    .join('|');

/** The facts of its only signal, each as `Match Score: 91`. */
const factsOf = (content: DigestContent): string[] => {
  const last = walk(render(content).blocks).findLast((one) => textOf(one)?.startsWith('\n'));
  return (last && textOf(last)?.slice(1).split(' · ')) ?? [];
};

describe('a digest in Slack', () => {
  it('opens with a headline that counts signals, buyers and hot ones, in the first block and in the text', () => {
    const content = exampleDigest({
      buyers: [
        exampleBuyer({ signals: [exampleSignal(), exampleSignal({ hot: true, hotnessRank: 1 })] }),
        exampleBuyer({ name: 'City of Ogden' }),
      ],
    });

    const message = render(content);

    expect(message.text).toBe('3 new signals at 2 buyers, 1 hot');
    expect(message.blocks[0]).toEqual({ type: 'header', text: { type: 'plain_text', text: message.text } });
    expect(message).toMatchObject({ unfurl_links: false, unfurl_media: false });
  });

  it('names the buyer in the headline when there is one', () => {
    const buyers = [exampleBuyer({ signals: [exampleSignal(), exampleSignal({ hot: true })] })];

    expect(render(exampleDigest({ buyers })).text).toBe(
      '2 new signals at Springfield School District, 1 hot',
    );
  });

  it.each([
    [exampleSignal(), 'Roof repair for two schools · Springfield School District'],
    [exampleSignal({ hot: true }), '🔥 Roof repair for two schools · Springfield School District'],
    [
      exampleSignal({ name: 'Springfield School District: new budget' }),
      'Springfield School District: new budget',
    ],
    [exampleSignal({ name: null }), '1 new signal at Springfield School District'],
    [exampleSignal({ name: '\u200b', hot: true }), '1 new signal at Springfield School District, 1 hot'],
  ])('says in the headline what the signal is, when there is only one (%#)', (signal, headline) => {
    expect(render(exampleDigest({ buyers: [exampleBuyer({ signals: [signal] })] })).text).toBe(headline);
  });

  it('says of a flood how many were new and how many are shown, and what became of the others', () => {
    const flood = { newSignals: 1_143, shown: 20, rest: 'held', dropped: 0 } as const;
    const held = exampleDigest({ held: 1_123, flood, part: 1, parts: 2 });
    const dropped = exampleDigest({ flood: { ...flood, rest: 'dropped', dropped: 1_123 } });

    expect(render(held).text).toBe('1,143 new signals, the 20 hottest shown (part 1 of 2)');
    expect(readable(held)).toContain('1,123 signals held back until released: signalpost release sales');
    expect(readable(dropped)).toContain('1,123 signals left out: more than this route takes at once');
  });

  it.each([
    [{ 'Booth Fee': 8_000 }, 'Booth Fee: 8,000'],
    [{ Attendees: 2_290 }, 'Attendees: 2,290'],
    [{ 'Fiscal year': 2_027 }, 'Fiscal year: 2027'],
    [{ Budget: 2_000 }, 'Budget: 2,000'],
    [{ Share: 0.125 }, 'Share: 0.125'],
    [{ Probability: 0.0004 }, 'Probability: 0.0004'],
    [{ Fee: 0.00012 }, 'Fee: 0.00012'],
    [{ 'Match Score': 0.8754 }, 'Match Score: 0.8754'],
    [{ Price: 1_234_567.891 }, 'Price: 1,234,567.891'],
    [{ Sum: 0.1 + 0.2 }, 'Sum: 0.3'],
    [{ Change: -1_500 }, 'Change: -1,500'],
    [{ Change: -0 }, 'Change: 0'],
    [{ Population: 9_007_199_254_740_991 }, 'Population: 9,007,199,254,740,991'],
    [{ 'Contract Number': 10_482_931 }, 'Contract Number: 10482931'],
    [{ contract_no: 10_482_931 }, 'contract_no: 10482931'],
    [{ bidId: 48_213 }, 'bidId: 48213'],
    [{ 'Account #': 48_213 }, 'Account #: 48213'],
    [{ 'Zip Code': 84_401 }, 'Zip Code: 84401'],
    [{ 'Cost Center Code': 48_213 }, 'Cost Center Code: 48213'],
    [{ 'Fiscal year': 20_262_027 }, 'Fiscal year: 20262027'],
    [{ 'Number of students': 48_213 }, 'Number of students: 48,213'],
    [{ 'Budget Year 1': 120_000 }, 'Budget Year 1: 120,000'],
    [{ Bidders: 12_000 }, 'Bidders: 12,000'],
    [{ Huge: 1e300 }, 'Huge: 1e+300'],
    [{ Tiny: 1e-300 }, 'Tiny: 1e-300'],
    [{ Identity: 12_345_678_901_234_568 }, 'Identity: 12345678901234568'],
  ])('writes numbers as people do, and as the row says them: %j', (columns, fact) => {
    const content = exampleDigest({ buyers: [exampleBuyer({ signals: [exampleSignal({ columns })] })] });

    expect(factsOf(content)).toEqual([fact]);
  });

  it('keeps the value of any number, within the length of a fact', () => {
    const number = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.maxSafeInteger(),
      fc.integer({ min: -1_000_000, max: 1_000_000 }).map((cents) => cents / 100),
    );
    fc.assert(
      fc.property(number, fc.constantFrom('Budget', 'Contract Number', 'Share'), (value, column) => {
        const columns = { [column]: value };
        const content = exampleDigest({ buyers: [exampleBuyer({ signals: [exampleSignal({ columns })] })] });

        const [fact = ''] = factsOf(content);
        const shown = fact.slice(column.length + 2);

        expect(shown.length).toBeLessThanOrEqual(60);
        const told = Number(shown.replaceAll(',', ''));
        expect(Math.abs(told - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-14);
        if (Number.isInteger(value)) expect(told === value).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('shows in plain text what the blocks show, a link with its address, and ends with the digest id', () => {
    const hot = exampleSignal({
      hot: true,
      hotnessRank: 1,
      columns: { Link: 'https://agency.example/t?a=1&b=2' },
    });
    const content = exampleDigest({ buyers: [exampleBuyer({ name: 'A & B <x>', signals: [hot] })] });

    const { text } = JSON.parse(slack.renderPlain?.(content) ?? '');

    expect(text).toBe(
      [
        '🔥 Roof repair for two schools · A &amp; B &lt;x&gt;',
        '',
        'Score 82',
        '• 🔥 #1 Roof repair for two schools (https://agency.example/t?a=1&amp;b=2) · Tenders',
        '',
        'Signalpost · sales · msg_k3xq5yj7mdf2c6wz4hn5tb3r2e7ao6pl',
      ].join('\n'),
    );
  });

  it('says which part it is of how many', () => {
    expect(render(exampleDigest({ part: 2, parts: 3 })).text).toContain('(part 2 of 3)');
  });

  it('says the name of its only buyer once, in the headline, and that of each of several above its signals', () => {
    const first = exampleBuyer({ signals: [exampleSignal(), exampleSignal()] });
    const second = exampleBuyer({ name: 'City of Ogden', score: null });

    const alone = readable(exampleDigest({ buyers: [first] }));
    const together = readable(exampleDigest({ buyers: [first, second] }));

    expect(alone.match(/Springfield School District/g)).toHaveLength(1);
    expect(together).toContain('Springfield School District| · score 82');
    expect(together).toContain('City of Ogden');
  });

  it('puts buyers with hot signals first, and the hottest signal first within a buyer', () => {
    const content = exampleDigest({
      buyers: [
        exampleBuyer({ name: 'Cold County' }),
        exampleBuyer({
          name: 'Warm Water District',
          signals: [
            exampleSignal({ name: 'third', hot: false }),
            exampleSignal({ name: 'second', hot: true, hotnessRank: 2 }),
            exampleSignal({ name: 'first', hot: true, hotnessRank: 1 }),
          ],
        }),
      ],
    });

    const text = readable(content);

    const order = ['Warm Water District', 'first', 'second', 'third', 'Cold County'].map((one) =>
      text.indexOf(one),
    );
    expect(order.toSorted((a, b) => a - b)).toEqual(order);
    expect(order).not.toContain(-1);
    expect(text).toContain('🔥| #1 |first');
  });

  it('shows the score, a line of summary, the bridge and a few short facts, dates readable', () => {
    const content = exampleDigest({
      buyers: [exampleBuyer({ summary: exampleSummary(), summaryStatus: 'ready' })],
    });

    const text = readable(content);

    expect(text).toContain('|Score 82|');
    expect(text).toContain('The board approved a bond for school roofs.');
    expect(text).toContain(' · Tenders');
    expect(text).toContain('Match Score: 91 · Due date: Dec 1, 2026 · Budget: 120,000');
  });

  it('leaves long texts, ids, lists and empty values out of the facts', () => {
    const columns = {
      Story: 'x'.repeat(500),
      Owner: '0b6ed9c4-4b0a-4f58-9a3e-0d9d7fb5a001',
      Tags: ['a'],
      Empty: '  ',
      Nothing: null,
      Site: 'http://plain.example/',
      State: 'Utah',
    };

    const text = readable(
      exampleDigest({ buyers: [exampleBuyer({ signals: [exampleSignal({ columns })] })] }),
    );

    expect(text).toContain('State: Utah');
    expect(text).not.toMatch(/Story|Owner|Tags|Empty|Nothing|plain\.example/);
  });

  it.each([
    ['https://agency.example/tender/1', 'https://agency.example/tender/1'],
    ['http://agency.example/tender/1', undefined],
    ['javascript:alert(1)', undefined],
    ['https://user:password@agency.example/', undefined],
    [`https://agency.example/${'x'.repeat(3_000)}`, undefined],
    ['https://a.example/1, https://a.example/2', 'https://a.example/1'],
    ['https://a.example/1\nhttps://a.example/2', 'https://a.example/1'],
    ['https://a.example/1\r\n', 'https://a.example/1'],
    ['https://a.example/1,https://a.example/2', 'https://a.example/1'],
    ['https://a.example/1; http://b.example/', 'https://a.example/1'],
    [' https://a.example/1 (archived)', 'https://a.example/1'],
    ['https://a.example/a,b;c.html?d=1,2.', 'https://a.example/a,b;c.html?d=1,2'],
    [`https://a.example/1, ${'https://b.example/'.repeat(200)}`, 'https://a.example/1'],
    ['Read https://a.example/1', undefined],
    ['https://', undefined],
    [`https://${',.'.repeat(30_000)}`, undefined],
  ])(
    'links the name to a column that holds an https address, and to nothing else (%#)',
    (value, expected) => {
      const content = exampleDigest({
        buyers: [exampleBuyer({ signals: [exampleSignal({ columns: { Link: value } })] })],
      });

      const link = walk(render(content).blocks).find((one) => one.type === 'link');

      expect(link?.url).toBe(expected);
    },
  );

  const linksOf = (name: string, address: string) => {
    const signals = [exampleSignal({ name, columns: { Link: address } }), exampleSignal({ name: 'Another' })];
    const { blocks } = render(exampleDigest({ buyers: [exampleBuyer({ signals })] }));
    return walk(blocks)
      .filter((one) => one.type === 'link' || textOf(one) === name)
      .map((one) => (one.type === 'link' ? { text: one.text, url: one.url } : textOf(one)));
  };

  it.each([
    'https://bank.example/login',
    'See HTTP://agency.example/1',
    'bank.example: sign in',
    'Bank.Example',
    'pay at www.bank.example now',
    'bank．example',
    'bank\u200b.exam\u00adple',
    'аgency.example',
    'agency.example.evil.example',
    'not-agency.example',
    'sub.agency.example',
  ])('shows a name that names another site as text, with a link that says where it leads: %s', (name) => {
    expect(linksOf(name, 'https://agency.example/tender/1')).toEqual([
      name,
      { text: 'agency.example', url: 'https://agency.example/tender/1' },
    ]);
  });

  it.each(['RFP 4.5: roof repair', 'agency.example tender', 'U.S. Navy, No. 12', 'A/B v2.0'])(
    'links a name that names no other site: %s',
    (name) => {
      const url = 'https://www.agency.example:8443/1';
      expect(linksOf(name, url)).toEqual([{ text: name, url }]);
    },
  );

  it.each([
    [
      'https://a.example/x[1]|y^z?q=[2]|{3}`4`#a#b[c]',
      'https://a.example/x%5B1%5D%7Cy%5Ez?q=%5B2%5D%7C%7B3%7D%604%60#a%23b%5Bc%5D',
    ],
    ['https://a.example/100%', 'https://a.example/100%25'],
    ['https://a.example/%zz%20%C3%A9', 'https://a.example/%25zz%20%C3%A9'],
    ['https://a.example/a\\b', 'https://a.example/a/b'],
    ['https://a.example/<b>"c"', 'https://a.example/%3Cb%3E%22c%22'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
    ['https://[2001:db8::1]:8443/x', 'https://[2001:db8::1]:8443/x'],
    ['https://a"b.example/', undefined],
    ['https://a{b}.example/', undefined],
    ['https://a`b.example/', undefined],
  ])('writes an address as RFC 3986 does, or links to none: %s', (address, expected) => {
    const link = linksOf('Roof repair', address).find((one) => typeof one === 'object');
    expect(link?.url).toBe(expected);
  });

  it('links to a good address in a later column', () => {
    const columns = {
      Contact: 'https://user:password@agency.example/',
      Site: 'http://agency.example/',
      Tender: 'https://agency.example/tender/1',
      Portal: 'https://portal.example/',
    };
    const content = exampleDigest({ buyers: [exampleBuyer({ signals: [exampleSignal({ columns })] })] });

    const link = walk(render(content).blocks).find((one) => one.type === 'link');

    expect(link?.url).toBe('https://agency.example/tender/1');
  });

  it('says that a summary is not ready', () => {
    expect(readable(exampleDigest({ buyers: [exampleBuyer({ summaryStatus: 'pending' })] }))).toContain(
      'Summary not ready',
    );
  });

  it('names a buyer without a name by the beginning of its id', () => {
    const signals = [exampleSignal(), exampleSignal()];

    expect(render(exampleDigest({ buyers: [exampleBuyer({ name: null, signals })] })).text).toBe(
      '2 new signals at Buyer 3f2a9c1d…',
    );
  });

  it('tells of unreadable and held signals, and ends with the digest id', () => {
    const text = readable(exampleDigest({ unreadable: 1, held: 2 }));

    expect(text).toContain('1 signal could not be read');
    expect(text).toContain('2 signals held back');
    expect(text.endsWith('Signalpost · sales · msg_k3xq5yj7mdf2c6wz4hn5tb3r2e7ao6pl')).toBe(true);
  });

  it('has a headline of its own when nothing could be read', () => {
    expect(render(exampleDigest({ buyers: [], unreadable: 3 })).text).toBe('3 signals could not be read');
  });

  it('escapes what came from outside in the text, which is mrkdwn', () => {
    const signals = [exampleSignal({ name: '<!here>' })];
    const { text } = render(
      exampleDigest({ buyers: [exampleBuyer({ name: '<!channel> R&D <@U1>', signals })] }),
    );

    expect(text).toBe('&lt;!here&gt; · &lt;!channel&gt; R&amp;D &lt;@U1&gt;');
  });

  it('does not fit once there are too many blocks, or too many bytes in them', () => {
    const ofBuyers = (count: number, signals: number) =>
      slack.render(
        exampleDigest({
          buyers: Array.from({ length: count }, () =>
            exampleBuyer({ signals: Array.from({ length: signals }, () => exampleSignal({ columns: {} })) }),
          ),
        }),
      );

    expect(slack.fits(ofBuyers(5, 2))).toBe(true);
    expect(slack.fits(ofBuyers(49, 1))).toBe(false);
    expect(slack.fits(ofBuyers(1, 100))).toBe(false);
  });

  it(
    'keeps every limit of Slack, and says nothing Slack would expand, whatever the content',
    () => {
      fc.assert(
        fc.property(anyDigest({ buyers: 4, signals: 4 }), (content) => {
          const message = render(content);
          const nodes = walk(message.blocks);
          const texts = nodes.map(textOf).filter((text) => text !== undefined);

          expect(message.text).not.toMatch(/[<>]|&(?!amp;|lt;|gt;)/);
          expect(message.text.trim()).not.toBe('');
          expect(JSON.stringify(message)).not.toContain('mrkdwn');
          expect(texts.every((text) => text !== '' && text.isWellFormed())).toBe(true);
          expect(
            nodes
              .filter((one) => one.type === 'header')
              .every((one) => (textOf(one)?.length ?? 0) <= slackLimits.headerText),
          ).toBe(true);
          expect(
            nodes
              .filter((one) => one.type === 'context')
              .every((one) => (one.elements?.length ?? 0) <= slackLimits.contextElements),
          ).toBe(true);
          expect(
            nodes.every(
              (one) =>
                one.url === undefined ||
                (strictAddress.test(one.url) && one.url.length <= slackLimits.linkUrl),
            ),
          ).toBe(true);
          expect(
            nodes.every((one) => !one.type.startsWith('rich_text') || (one.elements?.length ?? 0) > 0),
          ).toBe(true);
        }),
        { numRuns: 200 },
      );
    },
    propertyMs,
  );

  it(
    'always fits when it has one signal, and is the same bytes each time',
    () => {
      fc.assert(
        fc.property(anyDigest({ buyers: 1, signals: 1 }), (content) => {
          const body = slack.render(content);

          expect(slack.fits(body)).toBe(true);
          expect(slack.render(structuredClone(content))).toBe(body);
        }),
        { numRuns: 300 },
      );
    },
    propertyMs,
  );

  it('fits with the largest texts that one signal can carry', () => {
    const wide = '漢'.repeat(5_000);
    const columns = Object.fromEntries([
      ...Array.from({ length: 9 }, (_, index) => [`${index}${'漢'.repeat(50)}`, '漢'.repeat(60)]),
      ['Link', `https://x.example/${'y'.repeat(1_980)}`],
    ]);
    const content = exampleDigest({
      routeId: wide,
      unreadable: 1_000_000,
      held: 1_000_000,
      buyers: [
        exampleBuyer({
          name: wide,
          score: -1_000_000,
          summary: exampleSummary({ whatsRecent: { intro: wide, sections: [] } }),
          summaryStatus: 'ready',
          signals: [
            exampleSignal({ name: wide, bridgeName: wide, hot: true, hotnessRank: 1_000_000, columns }),
          ],
        }),
      ],
    });

    expect(slack.fits(slack.render(content))).toBe(true);
  });
});
