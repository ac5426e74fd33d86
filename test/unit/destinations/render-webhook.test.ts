import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/destinations.ts';
import type { DigestContent, DigestSignal } from '../../../shared/domain/digests/digest.ts';
import { schemaFaults as faults } from '../../support/destinations/digest-schema.ts';
import { asKept } from '../../support/destinations/fits-body.ts';
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

  it('fits up to 20,000 bytes, counted as UTF-8', () => {
    const room = 20_000 - webhook.render(largeSignals('')).length;

    expect(webhook.fits(largeSignals('x'.repeat(room)))).toBe(true);
    expect(webhook.fits(largeSignals('x'.repeat(room + 1)))).toBe(false);
    expect(webhook.fits(largeSignals(`${'é'.repeat(room / 2)}é`))).toBe(false);
  });

  it('fits with one signal and a summary that are as large as the ledger keeps them, and says what was cut', () => {
    const signals = [exampleSignal({ columns: { Story: 'x'.repeat(100_000) } })];
    const content = asKept(exampleDigest({ buyers: [exampleBuyer({ summary: largeSummary(), signals })] }));

    const body = webhook.render(content);

    expect(webhook.fits(content)).toBe(true);
    expect(faults(JSON.parse(body))).toEqual([]);
    expect(JSON.parse(body).data.buyers[0]).toMatchObject({
      summary: { truncated: true },
      signals: [{ truncated: true }],
    });
  });
});
