import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/destinations.ts';
import type {
  BuyerSummary,
  DigestContent,
  DigestSignal,
  SummaryBlock,
} from '../../../shared/domain/digests/digest.ts';
import { schemaFaults as faults } from '../../support/destinations/digest-schema.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
  exampleView,
  largeSummary,
} from '../../support/examples/example-digest.ts';

const webhook = rendererFor('webhook');
const noLinks = { signal: null, buyer: null, source: null };
const linked = (signal: DigestSignal) => ({ ...signal, links: noLinks });

/** What is sent of a digest without links: all of it but the view, which is for people. */
function sent({ view: _, muted: none, ...content }: DigestContent) {
  expect(none).toEqual([]);
  const buyers = content.buyers.map((buyer) => ({ ...buyer, signals: buyer.signals.map(linked) }));
  return { ...content, buyers };
}

const render = (content: DigestContent) => JSON.parse(webhook.render(content));

const columnsOf = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`Column ${index}`, 'x'.repeat(60)]));
/** About 1.8 kB. */
const wideSignal = exampleSignal({ hot: true, hotnessRank: 1, columns: columnsOf(20) });

function withSources(summary: BuyerSummary, most: number): BuyerSummary {
  const keep = (block: SummaryBlock | null) =>
    block && {
      ...block,
      sections: block.sections.map((one) => ({ ...one, sources: one.sources.slice(0, most) })),
    };
  return {
    ...summary,
    whatsRecent: keep(summary.whatsRecent),
    theBiggerPicture: keep(summary.theBiggerPicture),
    areasForDeeperDiscovery: keep(summary.areasForDeeperDiscovery),
  };
}

describe('a digest as a webhook body', () => {
  it('carries the content under its type and the end of its window', () => {
    const content = exampleDigest({
      windowEnd: '2026-11-21T08:00:00.000Z',
      buyers: [exampleBuyer({ summary: exampleSummary(), summaryStatus: 'ready' })],
    });

    expect(render(content)).toEqual({
      type: 'digest.created',
      timestamp: '2026-11-21T08:00:00.000Z',
      data: sent(content),
    });
  });

  it('says what is muted, the first ten mutes of many, and never why', () => {
    const mutes = Array.from({ length: 12 }, (_, index) => ({
      ...({ kind: 'buyer', id: `b${index}`, name: 'Fort\nWorth', because: 'a secret' } as const),
      ...{ until: '2026-12-03T13:00:00.000Z', signals: index + 1 },
    }));

    const body = render(exampleDigest({ muted: mutes }));

    expect(faults(body)).toEqual([]);
    expect(body.data.muted).toHaveLength(10);
    expect(body.data.muted[1]).toEqual({
      ...{ kind: 'buyer', id: 'b1', name: 'Fort Worth', until: '2026-12-03T13:00:00.000Z', signals: 2 },
    });
    expect(JSON.stringify(body)).not.toContain('a secret');
  });

  it('says of a signal why it is hot, what it is about, and where it leads', () => {
    const because = [
      { rule: 'column', name: 'Match Score', value: 96, atLeast: 90 },
      { rule: 'rank', rank: 1, of: 14 },
    ] as const;
    const links = {
      signal: 'https://app.example.com/{buyerId}/{bridgeId}/rows/{rowId}',
      buyer: 'https://app.example.com/buyers/{buyerId}',
    };
    const hot = exampleSignal({
      ...{ bridgeId: 'b1', rowId: 'a/b', filterType: 'RFP', entityId: 'e1', hot: true, hotBecause: because },
      columns: { Site: 'http://plain.example/', Posting: 'https://agency.example/479' },
    });
    const content = exampleDigest({
      buyers: [exampleBuyer({ buyerId: 'x1', signals: [hot] })],
      view: exampleView({ links }),
    });

    const body = render(content);

    expect(faults(body)).toEqual([]);
    expect(body.data.totals).toEqual(content.totals);
    expect(body.data.buyers[0].signals[0]).toMatchObject({
      filterType: 'RFP',
      entityId: 'e1',
      hotBecause: because,
      links: {
        signal: 'https://app.example.com/x1/b1/rows/a%2Fb',
        buyer: 'https://app.example.com/buyers/x1',
        source: 'https://agency.example/479',
      },
    });
  });

  it('finds the link of a signal before its columns are cut', () => {
    const columns = { Story: 'x'.repeat(30_000), Posting: `https://agency.example/${'y'.repeat(1_500)}` };
    const content = exampleDigest({ buyers: [exampleBuyer({ signals: [exampleSignal({ columns })] })] });

    const [signal] = render(content).data.buyers[0].signals;

    expect(signal.columns.Posting).toHaveLength(1_000);
    expect(signal.links.source).toBe(columns.Posting);
  });

  it('has no half of a surrogate pair in a text or a name: many a parser refuses it', () => {
    const signals = [exampleSignal({ columns: { '\ud83d': 'half \ude00' } })];

    const { data } = render(exampleDigest({ buyers: [exampleBuyer({ signals })] }));

    expect(data.buyers[0].signals[0].columns).toEqual({ '\ufffd': 'half \ufffd' });
  });

  it('sends no field that is not part of the contract', () => {
    const stray = { internal: 'kept in the ledger' };
    const content = {
      ...exampleDigest(),
      ...stray,
      buyers: [{ ...exampleBuyer(), ...stray, signals: [{ ...exampleSignal(), ...stray }] }],
    };

    expect(webhook.render(content)).not.toContain('internal');
  });
});

describe('a digest too large for a webhook body', () => {
  const large = exampleSignal({ columns: { Story: 'x'.repeat(15_000) } });
  const hotBuyer = (signals: readonly DigestSignal[]) =>
    exampleBuyer({ summary: largeSummary(), summaryStatus: 'ready', signals });
  const largeSignal = (columns: Record<string, unknown>) =>
    exampleDigest({ buyers: [exampleBuyer({ signals: [exampleSignal({ columns })] })] });

  const largeSignals = (text: string) =>
    exampleDigest({
      buyers: ['one', 'other'].map((rowId) =>
        exampleBuyer({
          signals: [exampleSignal({ rowId, columns: rowId === 'one' ? { Story: text } : {} })],
        }),
      ),
    });

  it('fits up to 20,000 bytes, counted as UTF-8', () => {
    const room = 20_000 - webhook.render(largeSignals('')).length;

    expect(webhook.fits(largeSignals('x'.repeat(room)))).toBe(true);
    expect(webhook.fits(largeSignals('x'.repeat(room + 1)))).toBe(false);
    expect(webhook.fits(largeSignals(`${'é'.repeat(room / 2)}é`))).toBe(false);
  });

  it.each([
    ['the signals alone are too large', [exampleBuyer({ signals: [large, large] })]],
    [
      'it is of several buyers, whose summaries need no cut',
      [{ ...hotBuyer([large]), name: 'Z' }, hotBuyer([large])],
    ],
  ])('is left whole, and too large, where %s: the composer puts fewer signals into it', (_, buyers) => {
    const content = exampleDigest({ buyers });

    const body = webhook.render(content);

    expect(fitsBody('webhook', body)).toBe(false);
    expect(JSON.parse(body).data).toEqual(sent(content));
  });

  it('is left whole while one signal fits', () => {
    const content = largeSignal({ Story: 'x'.repeat(18_000) });

    expect(render(content).data).toEqual(sent(content));
  });

  it('cuts the column values of one signal that is larger, no more than it must, and says so', () => {
    const content = largeSignal({ Story: 'x'.repeat(30_000), Tags: ['y'.repeat(2_000)], Score: 7 });

    const [signal] = render(content).data.buyers[0].signals;

    expect(signal.columns.Story).toBe(`${'x'.repeat(999)}…`);
    expect(signal.columns.Tags).toBe(`["${'y'.repeat(997)}…`);
    expect(signal.columns.Score).toBe(7);
    expect(signal).toMatchObject({ truncated: true });
    expect(signal.truncation).toMatch(/^Column values cut to 1000 characters\. The digest had \d+ bytes\.$/);
  });

  it('leaves out columns when there are too many, and says how many', () => {
    const columns = Object.fromEntries(
      Array.from({ length: 900 }, (_, index) => [`Column ${index}`, 'x'.repeat(90)]),
    );

    const [signal] = render(largeSignal(columns)).data.buyers[0].signals;

    expect(Object.keys(signal.columns)).toEqual(Array.from({ length: 20 }, (_, index) => `Column ${index}`));
    expect(signal.truncation).toContain('880 of 900 columns left out');
  });

  it('cuts the texts of a summary before any of its signal, and the summary says so itself', () => {
    const text = 'z'.repeat(9_000);
    const summary = exampleSummary({
      whatsRecent: { intro: text, sections: [{ title: 't', text, sources: [] }] },
      theBiggerPicture: { intro: text, sections: [] },
    });
    const content = exampleDigest({ buyers: [exampleBuyer({ summary, summaryStatus: 'ready' })] });

    const [buyer] = render(content).data.buyers;

    expect(buyer.summary.whatsRecent.intro).toBe(`${'z'.repeat(3_999)}…`);
    expect(buyer.summary.truncation).toMatch(/^Texts cut to 4000 characters\. The digest had \d+ bytes\.$/);
    expect(buyer.signals).toEqual(content.buyers[0]?.signals.map(linked));
  });

  it('leaves out sources of a large summary, and nothing else', () => {
    const content = exampleDigest({ buyers: [hotBuyer([wideSignal])] });

    const [buyer] = render(content).data.buyers;

    expect(buyer.signals).toEqual([linked(wideSignal)]);
    const { truncated, truncation, ...summary } = buyer.summary;
    expect(truncated).toBe(true);
    expect(truncation).toMatch(/^24 of 60 sources left out\. The digest had \d+ bytes\.$/);
    expect(withSources(summary, 0)).toEqual(withSources(largeSummary(), 0));
    expect(summary).toEqual(withSources(largeSummary(), 3));
  });

  it('cuts the summary of several signals of one buyer too, to leave room for them', () => {
    const signals = Array.from({ length: 8 }, () => wideSignal);

    const body = webhook.render(exampleDigest({ buyers: [hotBuyer(signals)] }));

    expect(fitsBody('webhook', body)).toBe(true);
    const [buyer] = JSON.parse(body).data.buyers;
    expect(buyer.signals).toEqual(signals.map(linked));
    expect(buyer.summary.whatsRecent.sections).toHaveLength(4);
    expect(buyer.summary.truncation).toContain('60 of 60 sources left out; texts cut to 200 characters.');
  });

  it('does not cut a summary to the bone to hold more signals', () => {
    const signals = Array.from({ length: 10 }, () => wideSignal);
    const withoutSummary = webhook.render(exampleDigest({ buyers: [exampleBuyer({ signals })] }));

    const body = webhook.render(exampleDigest({ buyers: [hotBuyer(signals)] }));

    expect(fitsBody('webhook', withoutSummary)).toBe(true);
    expect(fitsBody('webhook', body)).toBe(false);
  });

  it('fits when everything in it is huge', () => {
    const wide = '\u0001'.repeat(3_000);
    const sources = Array.from({ length: 10 }, () => ({
      entryId: null,
      entryName: wide,
      triggerId: null,
      triggerType: wide,
      triggerName: wide,
    }));
    const block = { intro: wide, sections: [{ title: wide, text: wide, sources }] };
    const summary = exampleSummary({
      whatsRecent: block,
      theBiggerPicture: block,
      areasForDeeperDiscovery: block,
      scoreReasoning: wide,
      generatedAt: wide,
    });
    const signal = exampleSignal({
      name: wide,
      bridgeName: wide,
      filterType: wide,
      entityId: wide,
      hotBecause: [{ rule: 'column', name: wide, value: 1, atLeast: 1 }],
      updatedAt: wide,
      columns: { [wide]: wide },
    });
    const content = exampleDigest({ buyers: [exampleBuyer({ name: wide, summary, signals: [signal] })] });

    const body = webhook.render(content);

    expect(fitsBody('webhook', body)).toBe(true);
    expect(faults(JSON.parse(body))).toEqual([]);
    expect(JSON.parse(body).data.buyers[0].signals[0]).toMatchObject({
      entityId: null,
      truncation: expect.stringMatching(/1 of 1 columns left out; entityId left out/),
    });
  });
});
