import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { destinations, rendererFor } from '../../../shared/destinations/destinations.ts';
import { mostListed, type ReportContent, tellReport } from '../../../shared/domain/reports/report.ts';
import { schemaFaults } from '../../support/destinations/digest-schema.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import { exampleRecap, exampleReminder, exampleToldRow } from '../../support/examples/example-report.ts';
import { cardIn } from './adaptive-card.ts';

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
const action = (title: string, row: number) => {
  return { type: 'Action.OpenUrl', title, url: `https://app.example.com/rows/${row}` };
};
const ofOne = (one: object) => exampleRecap({ ...none, hot: 1, ...one });

it.each([
  [
    exampleRecap(),
    'Of 43 hot signals in 7 days, 12 were acted on, 5 saved, 5 not of interest, 19 are untouched; 4 of those close within a week. 2 could not be looked up.',
  ],
  [
    exampleRecap({ closed: 3, claimed: 18, notForUs: 6 }),
    'Of 43 hot signals in 7 days, 12 were acted on, 5 saved, 5 not of interest, 19 are untouched; 4 of those close within a week, 3 have closed. 2 could not be looked up. In Slack 18 were claimed, 6 not for us.',
  ],
  [
    ofOne({ acted: 1, claimed: 1, notForUs: 0 }),
    'Of 1 hot signal in 7 days, 1 was acted on. In Slack 1 was claimed.',
  ],
  [
    ofOne({ unknown: 1, claimed: 0, notForUs: 1 }),
    'Of 1 hot signal in 7 days, 1 could not be looked up. In Slack none were claimed, 1 not for us.',
  ],
  [ofOne({ acted: 1 }), 'Of 1 hot signal in 7 days, 1 was acted on.'],
  [
    ofOne({ untouched: 1, closing: 1 }),
    'Of 1 hot signal in 7 days, 1 is untouched and closes within a week.',
  ],
  [ofOne({ untouched: 1, closed: 1 }), 'Of 1 hot signal in 7 days, 1 is untouched and has closed.'],
  [
    exampleRecap({ ...none, hot: 5, saved: 2, notInterested: 1, untouched: 2, closed: 2 }),
    'Of 5 hot signals in 7 days, 2 were saved, 1 not of interest, 2 are untouched; 2 of those have closed.',
  ],
  [ofOne({ notInterested: 1 }), 'Of 1 hot signal in 7 days, 1 was not of interest.'],
  [ofOne({ unknown: 1 }), 'Of 1 hot signal in 7 days, 1 could not be looked up.'],
  [exampleRecap(none, { since: '2026-12-06T13:00:00.000Z' }), 'No hot signals in 1 day.'],
  [exampleRecap(none, { since: '2026-12-07T12:50:00.000Z' }), 'No hot signals in 10 minutes.'],
  [exampleReminder(), '1 hot signal is untouched and closes soon.'],
  [exampleReminder({ untouched: 1_200 }), '1,200 hot signals are untouched and close soon.'],
  [
    exampleReminder({ untouched: 2, unknown: 1 }),
    '2 hot signals are untouched and close soon. 1 more could not be looked up.',
  ],
  [
    exampleReminder({ untouched: 0, unknown: 2, signals: [] }),
    '2 hot signals that close soon could not be looked up.',
  ],
  [
    exampleReminder({ untouched: 0, unknown: 1, signals: [] }),
    '1 hot signal that closes soon could not be looked up.',
  ],
])('a report says in a sentence what became of its signals', (content, sentence) => {
  expect(tellReport(content)).toBe(sentence);
});

it('has buttons in Teams that lead to its first three signals, each with a label that names no other site', () => {
  const rows = [
    exampleToldRow(1, { name: 'RFP 2026-117: Student Transportation Services, lot A' }),
    exampleToldRow(2, { name: 'RFP 2026-117: Student Transportation Services, lot B' }),
    exampleToldRow(3, { name: 'bank.example' }),
    exampleToldRow(4),
  ];
  const { renderReport } = rendererFor('teams');
  const { actions } = cardIn(renderReport(exampleReminder({ untouched: 4, signals: rows })).body);

  expect(actions).toEqual([
    action('1. RFP 2026-117: Student…', 1),
    action('2. RFP 2026-117: Student…', 2),
    action('Open signal', 3),
  ]);
  expect(cardIn(renderReport(exampleReminder()).body).actions).toEqual([action('RFP 1: school buses', 1)]);
  const noLink = exampleReminder({ signals: [exampleToldRow(1, { link: null })] });
  for (const one of [noLink, exampleRecap({}, { signals: [] })])
    expect(cardIn(renderReport(one).body).actions).toBeUndefined();
});

describe.each([
  ['recap', exampleRecap()],
  ['recap', exampleRecap({ claimed: 18, notForUs: 6 })],
  ['reminder', exampleReminder()],
] as const)('a %s', (kind, content) => {
  const { timezone: _, kind: __, ...told } = content as ReportContent;

  it('is its content and the sentence to a webhook, valid against its schema, as the example in it is', () => {
    const body = JSON.parse(rendererFor('webhook').renderReport(content).body);
    expect(body).toEqual({
      type: `${kind}.created`,
      timestamp: content.until,
      data: { version: 1, ...told, sentence: tellReport(content) },
    });
    expect(schemaFaults(body)).toEqual([]);
    expect(schemaFaults({ ...body, data: { ...body.data, more: 1 } })).not.toEqual([]);
    const schema = new URL(`../../../docs/${kind}.schema.json`, import.meta.url);
    const { examples } = JSON.parse(readFileSync(schema, 'utf8'));
    expect(examples.map(schemaFaults)).toEqual([[]]);
  });

  it.each(['slack', 'teams'] as const)(
    'lists its signals to people in %s, and fits with the longest',
    (type) => {
      const renderer = rendererFor(type);
      const { body, plainBody } = renderer.renderReport(content);
      const text = renderer.tellBody(body, plainBody);
      expect(text).toContain(tellReport(content));
      expect(text.replaceAll('\u00a0', ' ')).toMatch(
        /RFP 1: school buses.* · due Thu, Dec 10.* · \$1.27M · Rockmont ISD/,
      );
      const row = exampleToldRow(1, {
        ...{ name: '𝓍"'.repeat(50), buyerName: '"é'.repeat(40), money: '$'.repeat(40) },
        link: `https://app.example.com/${'x'.repeat(276)}`,
      });
      const longest = { ...content, signals: Array<typeof row>(mostListed[kind]).fill(row) };
      for (const one of Object.keys(destinations) as (keyof typeof destinations)[])
        expect(fitsBody(one, rendererFor(one).renderReport(longest).body)).toBe(true);
    },
  );
});

it.each(['slack', 'teams'] as const)('a reminder lists in %s what a message has room for', (type) => {
  const { renderReport, tellBody } = rendererFor(type);
  const usual = Array.from({ length: 18 }, (_, index) => exampleToldRow(index + 10));
  const link = `https://app.example.com/${'x'.repeat(276)}`;
  const long = usual.map((row) => ({ ...row, link, buyerName: '"é'.repeat(40), money: '"'.repeat(80) }));
  for (const signals of [usual, long]) {
    const content = exampleReminder({ untouched: 30, signals });
    const { body, plainBody } = renderReport(content);
    const text = tellBody(body, plainBody).replaceAll('\u00a0', ' ');
    const listed = signals.filter((_, index) => new RegExp(`\n.{0,3}RFP ${index + 10}:`).test(text)).length;
    expect(text).toContain(`And ${30 - listed} more untouched`);
    expect(listed < 18).toBe(type === 'slack' && signals === long);
    expect(listed).toBeGreaterThan(9);
  }
});

it('lists in a webhook what its largest body has room for, and counts the others', () => {
  const to = { type: 'webhook', url: { secret: 'A' }, signingSecret: { secret: 'B' } } as const;
  const row = exampleToldRow(1, {
    ...{ name: '漢'.repeat(150), buyerName: '字'.repeat(80) },
    link: `https://app.example.com/${'x'.repeat(276)}`,
  });
  const content = exampleReminder({ untouched: 30, signals: Array<typeof row>(18).fill(row) });
  for (const [maxBytes, most, listed] of [
    [undefined, 20_000, 15],
    [50_000, 50_000, 18],
  ] as const) {
    const { body } = rendererFor('webhook').renderReport(content, { ...to, maxBytes });
    expect(JSON.parse(body).data).toMatchObject({ untouched: 30, signals: { length: listed } });
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(most);
    expect(schemaFaults(JSON.parse(body))).toEqual([]);
  }
});

it.each([
  [{}, 'soon. Rockmont ISD: RFP 1: school buses, due Thu, Dec 10.'],
  [
    { untouched: 2, signals: [exampleToldRow(1), exampleToldRow(2)] },
    'soon. First to close: Rockmont ISD: RFP 1: school buses, due Thu, Dec 10.',
  ],
  [
    { unknown: 2 },
    '2 more could not be looked up. First to close: Rockmont ISD: RFP 1: school buses, due Thu, Dec 10.',
  ],
  [
    { signals: [exampleToldRow(1, { name: 'Buses of Rockmont ISD', due: null })] },
    'soon. Buses of Rockmont ISD.',
  ],
  [{ untouched: 0, unknown: 1, signals: [] }, '1 hot signal that closes soon could not be looked up.'],
])('the notification of a reminder names the signal that closes first and its buyer', (over, end) => {
  const { text } = JSON.parse(rendererFor('slack').renderReport(exampleReminder(over)).body);
  expect(text.replaceAll('\u00a0', ' ').endsWith(end)).toBe(true);
});

it('says how many more are untouched than it lists', () => {
  const { tellBody, renderReport } = rendererFor('teams');
  expect(tellBody(renderReport(exampleRecap()).body, undefined)).toContain('And 17 more untouched');
  const many = exampleReminder({ untouched: 1_202 });
  expect(tellBody(renderReport(many).body, undefined)).toMatch(/And 1,\d{3} more untouched/);
  expect(tellBody(renderReport(exampleReminder()).body, undefined)).not.toContain('more');
});
