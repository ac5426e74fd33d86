import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../../message/destinations.ts';
import { secret, webhook as webhookOf } from '../../../../shared/config/define-config.ts';
import type { DigestContent, DigestSignal } from '../../../../shared/domain/digests/digest.ts';
import type { RouteMatch } from '../../../../shared/domain/routes/match.ts';
import { schemaFaults as faults, schemas } from '../../../support/destinations/digest-schema.ts';
import { asKept } from '../../../support/destinations/fits-body.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleLinks,
  exampleSignal,
  exampleSummary,
  exampleView,
  largeSummary,
} from '../../../support/examples/example-digest.ts';

const webhook = rendererFor('webhook');
const render = (content: DigestContent) => JSON.parse(webhook.render(content).body);

describe('a digest as a webhook body', () => {
  it('carries the content under its type and the end of its window, without the view, which is for people', () => {
    const { view, muted, ...content } = exampleDigest({
      windowEnd: '2026-11-21T08:00:00.000Z',
      buyers: [exampleBuyer({ summary: exampleSummary(), summaryStatus: 'ready' })],
    });

    const body = render({ view, muted, ...content });

    expect(body).toMatchObject({ type: 'digest.created', timestamp: content.windowEnd, data: content });
    expect(faults(body)).toEqual([]);
  });

  it('says what is muted, the first ten mutes of many, and never why', () => {
    const mutes = Array.from({ length: 12 }, (_, index) => ({
      ...({ kind: 'buyer', id: `b${index}`, name: 'Fort\nWorth', because: 'a secret' } as const),
      until: '2026-12-03T13:00:00.000Z',
      signals: index + 1,
    }));

    const body = render(exampleDigest({ muted: mutes }));

    expect(faults(body)).toEqual([]);
    expect(body.data.muted).toHaveLength(10);
    expect(body.data.muted[1]).toEqual({
      kind: 'buyer',
      id: 'b1',
      name: 'Fort Worth',
      until: '2026-12-03T13:00:00.000Z',
      signals: 2,
    });
    expect(JSON.stringify(body)).not.toContain('a secret');
  });

  it('says of a signal why it is hot, what it is about, and where it leads', () => {
    const because = [
      { rule: 'column', name: 'Match Score', value: 96, atLeast: 90 },
      { rule: 'rank', rank: 1, of: 14 },
    ] as const;
    const hot = exampleSignal({
      rowId: 'a/b',
      entityId: 'e1',
      hot: true,
      hotBecause: because,
      columns: { Site: 'http://plain.example/', Posting: 'https://agency.example/479' },
    });
    const buyers = [exampleBuyer({ buyerId: 'x1', signals: [hot] })];

    const body = render(exampleDigest({ buyers, view: exampleView({ links: exampleLinks }) }));

    expect(faults(body)).toEqual([]);
    expect(body.data.buyers[0].signals[0]).toMatchObject({
      filterType: 'RFP',
      entityId: 'e1',
      hotBecause: because,
      links: {
        signal: `https://app.example.com/bridges/${hot.bridgeId}/rows/a%2Fb`,
        buyer: 'https://app.example.com/buyers/x1',
        source: 'https://agency.example/479',
      },
    });
  });

  it.each<[string, Partial<DigestSignal>, object]>([
    ['a row of nothing', { columns: {} }, { deadline: null, money: null, stage: null, person: null }],
    [
      'a bid',
      { columns: { 'Due Date': '2026-12-01T22:00:00Z', Value: '€1,250', 'Decision Maker': 'Ann Lee' } },
      { deadline: '2026-12-01T22:00:00.000Z', money: { amount: 1_250, currency: '€' }, person: 'Ann Lee' },
    ],
    ['an owner', { columns: { 'Account Owner': 'Ann Lee; Dev Patel' } }, { owner: 'Ann Lee; Dev Patel' }],
    ['an owner by address', { columns: { Owner: 'dev.patel@example.com' } }, { owner: 'Dev Patel' }],
    ['a wall time', { columns: { 'Due Date': '2026-12-01T14:00' } }, { deadline: '2026-12-01T14:00' }],
    [
      'what nobody declared',
      { columns: { 'Booth Fee': '$2,500', 'Questions Due': '2026-12-01' } },
      { deadline: null, money: null },
    ],
    ['another date', { columns: { 'Held On': 'Dec 2, 2026' } }, { deadline: null, date: '2026-12-02' }],
    ['a range', { columns: { Value: '$1M to $2M' } }, { money: null }],
  ])('has the facts of %s as fields', (_, over, facts) => {
    const body = render(exampleDigest({ buyers: [exampleBuyer({ signals: [exampleSignal(over)] })] }));

    expect(faults(body)).toEqual([]);
    expect(body.data.buyers[0].signals[0].facts).toMatchObject(facts);
  });

  it.each<[string, RouteMatch, string | null]>([
    ['as hot or not', { hot: false }, 'it is not hot'],
    ['not by a match that has changed since', { hot: true }, null],
  ])('says why the route has a signal, %s', (_, match, reason) => {
    const body = render(exampleDigest({ view: exampleView({ route: { match } }) }));

    expect(body.data.buyers[0].signals[0].reason).toBe(reason);
  });

  it('says a name that looks like a part of the body, and why the route has a signal by the name that its buyer has there', () => {
    const odd = '"buyers":[],"signals":[] $& \\';
    const signals = [exampleSignal({ name: odd })];
    const view = exampleView({ route: { match: { buyers: ['Fort Worth ISD'] } } });
    for (const name of [odd, 'Fort Worth ISD']) {
      const content = exampleDigest({ buyers: [exampleBuyer({ name, signals })], view });
      const reason = name === odd ? null : 'its buyer is in match.buyers';
      expect(render(content).data.buyers).toMatchObject([{ name, signals: [{ name: odd, reason }] }]);
    }
  });

  it('is created a millisecond after the part before it', () => {
    const { data } = render(exampleDigest({ part: 3 }));

    expect([data.slot, data.createdAt]).toEqual(['2026-11-21T08:00:00.000Z', '2026-11-21T08:00:00.002Z']);
  });

  it('has no half of a surrogate pair in a text or a name: many a parser refuses it', () => {
    const signals = [exampleSignal({ columns: { '\ud83d': 'half \ude00' } })];

    const { data } = render(exampleDigest({ buyers: [exampleBuyer({ signals })] }));

    expect(data.buyers[0].signals[0].columns).toEqual({ '\ufffd': 'half \ufffd' });
  });
});

describe('a digest too large for a webhook body', () => {
  const largeSignals = (text: string) =>
    exampleDigest({
      buyers: ['one', 'other'].map((rowId) =>
        exampleBuyer({
          signals: [exampleSignal({ rowId, columns: rowId === 'one' ? { Story: text } : {} })],
        }),
      ),
    });

  it.each([
    [20_000, undefined],
    [50_000, 50_000],
  ])('fits up to %i bytes, counted as UTF-8, where its route permits %s', (most, maxBytes) => {
    const to = webhookOf({ url: secret('URL'), signingSecret: secret('KEY'), maxBytes });
    const fits = (text: string) => webhook.fits(largeSignals(text), 'whole', to);
    const room = most - webhook.render(largeSignals('')).body.length;

    expect(fits('x'.repeat(room))).toBe(true);
    expect(fits('x'.repeat(room + 1))).toBe(false);
    expect(fits(`${'é'.repeat(room / 2)}é`)).toBe(false);
  });

  it('fits with one signal and a summary that are as large as the ledger keeps them, and says what was cut', () => {
    const signals = [exampleSignal({ columns: { Story: 'x'.repeat(100_000) } })];
    const content = asKept(exampleDigest({ buyers: [exampleBuyer({ summary: largeSummary(), signals })] }));

    const { body } = webhook.render(content);

    expect(webhook.fits(content)).toBe(true);
    expect(faults(JSON.parse(body))).toEqual([]);
    expect(JSON.parse(body).data.buyers[0]).toMatchObject({
      summary: { truncated: true },
      signals: [{ truncated: true }],
    });
  });
});

it.each(schemas.flatMap(({ examples }) => examples))('the example of $type in its schema fits it', (body) => {
  expect(faults(body)).toEqual([]);
});
