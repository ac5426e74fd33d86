import { describe, expect, it } from 'vitest';
import { destinations, rendererFor } from '../../../message/destinations.ts';
import {
  mostListed,
  type RecapContent,
  type ReportContent,
  summarizeReport,
} from '../../../message/reports/report.ts';
import { schemaFaults } from '../../support/destinations/digest-schema.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import { exampleRecap, exampleReminder, exampleToldRow } from '../../support/examples/example-report.ts';

const none = {
  hot: 0,
  acted: 0,
  saved: 0,
  notInterested: 0,
  untouched: 0,
  unknown: 0,
  closing: 0,
  closed: 0,
};
const bare = { worth: null, closingWorth: null, owners: [], signals: [] };
const ofOne = (one: object) => exampleRecap({ ...none, hot: 1, ...one }, bare);

it.each<[RecapContent, ...(string | undefined)[]]>([
  [
    exampleRecap(),
    'Hot signals Nov 30 – Dec 7: 12 of 43 acted on',
    '19 open, worth $11.4M (16 name a sum) · 4 close this week ($4.9M) · 5 saved · 5 not of interest · 2 could not be looked up',
    '@Ann Lee 7 · Dev Patel 5 · unowned 7',
  ],
  [
    exampleRecap(
      { ...none, hot: 1_200, acted: 1_180, untouched: 20, closing: 1, closed: 3, claimed: 18, notForUs: 6 },
      {
        since: '2026-12-01T13:00:00.000Z',
        owners: [],
        worth: { amount: 5, currency: '€', named: 17 },
        closingWorth: null,
      },
    ),
    'Hot signals Dec 1–7: 1,180 of 1,200 acted on',
    '17 open, worth €5 · 1 closes this week · 3 closed untouched · 18 claimed in Slack · 6 not for us',
  ],
  [ofOne({ acted: 1 }), '1 hot signal Nov 30 – Dec 7: acted on'],
  [ofOne({ untouched: 1, closed: 1 }), '1 hot signal Nov 30 – Dec 7: not acted on', '1 closed untouched'],
  [ofOne({ unknown: 1 }), '1 hot signal Nov 30 – Dec 7', '1 could not be looked up'],
  [exampleRecap({ ...none, hot: 3, acted: 3 }, bare), 'Hot signals Nov 30 – Dec 7: all of 3 acted on'],
  [
    exampleRecap({ ...none, hot: 3, saved: 3 }, bare),
    ...['Hot signals Nov 30 – Dec 7: none of 3 acted on', '3 saved'],
  ],
  [
    exampleRecap(none, { ...bare, since: '2026-12-07T12:50:00.000Z', until: '2026-12-07T13:00:00.000Z' }),
    'No hot signals Dec 7',
  ],
])(
  'a recap says what became of its signals, in a line of sums and one of owners (%#)',
  (content, ...said) => {
    const { formatBody, renderReport } = rendererFor('teams');
    const lines = formatBody(renderReport(content).body, undefined).replaceAll('\u00a0', ' ').split('\n');
    const top = lines.filter((line) => line !== '@Ann Lee').slice(0, said.length);
    expect(top).toEqual(said.map((line) => line?.replace('@', '')));
    expect(summarizeReport(content)).toBe(said[0]);
  },
);

it.each([
  [exampleReminder(), '1 hot signal is untouched and closes by Thu, Dec 10 ($1.27M).'],
  [
    exampleReminder({ untouched: 2, signals: [exampleToldRow(1), exampleToldRow(2, { worth: null })] }),
    '2 hot signals are untouched and close by Thu, Dec 10.',
  ],
  [exampleReminder({ untouched: 1_200 }), '1,200 hot signals are untouched and close soon.'],
  [
    exampleReminder({ untouched: 2, unknown: 1 }),
    '2 hot signals are untouched and close soon. 1 more could not be looked up.',
  ],
  [
    exampleReminder({ untouched: 0, unknown: 1, signals: [] }),
    '1 hot signal that closes soon could not be looked up.',
  ],
])('a reminder says in a sentence how many close', (content, sentence) => {
  expect(summarizeReport(content)).toBe(sentence);
});

describe.each([
  ['recap', exampleRecap()],
  ['recap', exampleRecap({ claimed: 18, notForUs: 6 })],
  ['reminder', exampleReminder()],
] as const)('a %s', (kind, content) => {
  const { timezone: _, kind: __, ...told } = content as ReportContent;

  it('is its content and the sentence to a webhook, valid against its schema', () => {
    const body = JSON.parse(rendererFor('webhook').renderReport(content).body);
    const signals = content.signals.map(({ owners, ...row }) => ({ ...row, owner: owners[0]?.name }));
    // Ids of a chat are no receiver's.
    const owners =
      kind === 'recap' && content.owners.map(({ name, signals: count }) => ({ name, signals: count }));
    const sentence = expect.stringContaining(summarizeReport(content));
    const data = { version: 1, ...told, signals, ...(owners && { owners }), sentence };
    expect(body).toEqual({ type: `${kind}.created`, timestamp: content.until, data });
    expect(schemaFaults(body)).toEqual([]);
    expect(schemaFaults({ ...body, data: { ...body.data, more: 1 } })).not.toEqual([]);
  });

  it.each(['slack', 'teams'] as const)(
    'lists its signals to people in %s, and fits with the longest',
    (type) => {
      const renderer = rendererFor(type);
      const { body, plainBody } = renderer.renderReport(content);
      const text = renderer.formatBody(body, plainBody);
      expect(text).toContain(summarizeReport(content));
      expect(text.replaceAll('\u00a0', ' ')).toMatch(
        /RFP 1: school buses.* · closes Thu, Dec 10.* · \$1.27M · Rockmont ISD · /,
      );
      const row = exampleToldRow(1, {
        name: '𝓍"'.repeat(50),
        buyerName: '"é'.repeat(40),
        money: '$'.repeat(40),
        link: `https://app.example.com/${'x'.repeat(276)}`,
      });
      const longest = { ...content, signals: Array<typeof row>(mostListed[kind]).fill(row) };
      for (const one of Object.keys(destinations) as (keyof typeof destinations)[])
        expect(fitsBody(one, rendererFor(one).renderReport(longest).body)).toBe(true);
    },
  );
});

it.each(['slack', 'teams'] as const)('a reminder lists in %s what a message has room for', (type) => {
  const { renderReport, formatBody } = rendererFor(type);
  const usual = Array.from({ length: 18 }, (_, index) => exampleToldRow(index + 10));
  const link = `https://app.example.com/${'x'.repeat(276)}`;
  const long = usual.map((row) => ({ ...row, link, buyerName: '"é'.repeat(40), money: '"'.repeat(80) }));
  for (const signals of [usual, long]) {
    const content = exampleReminder({ untouched: 30, signals });
    const { body, plainBody } = renderReport(content);
    const text = formatBody(body, plainBody).replaceAll('\u00a0', ' ');
    const listed = signals.filter((_, index) => new RegExp(`\n.{0,3}RFP ${index + 10}:`).test(text)).length;
    expect(text).toContain(`And ${30 - listed} more`);
    expect(listed < 18).toBe(type === 'slack' && signals === long);
    expect(listed).toBeGreaterThan(9);
  }
});

it('lists in a webhook what its largest body has room for, and counts the others', () => {
  const to = { type: 'webhook', url: { secret: 'A' }, signingSecret: { secret: 'B' } } as const;
  const row = exampleToldRow(1, {
    name: '漢'.repeat(150),
    buyerName: '字'.repeat(80),
    link: `https://app.example.com/${'x'.repeat(276)}`,
  });
  const content = exampleReminder({ untouched: 30, signals: Array<typeof row>(18).fill(row) });
  for (const [maxBytes, most, listed] of [
    [undefined, 20_000, 14],
    [50_000, 50_000, 18],
  ] as const) {
    const { body } = rendererFor('webhook').renderReport(content, { ...to, maxBytes });
    expect(JSON.parse(body).data).toMatchObject({ untouched: 30, signals: { length: listed } });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(most);
    expect(schemaFaults(JSON.parse(body))).toEqual([]);
  }
});
