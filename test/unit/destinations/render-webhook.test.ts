import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/renderers.ts';
import type { DigestContent } from '../../../shared/domain/digest.ts';
import { exampleBuyer, exampleDigest, exampleSignal, exampleSummary } from '../../support/example-digest.ts';
import { anyDigest } from './arbitrary-digest.ts';

/** Many runs, on a machine that may be doing other things. */
const propertyMs = 30_000;

const webhook = rendererFor('webhook');
const render = (content: DigestContent) => JSON.parse(webhook.render(content));

const published = JSON.parse(
  readFileSync(new URL('../../../docs/digest.schema.json', import.meta.url), 'utf8'),
);

/** The published schema lets fields be added; here every field that is sent must be described in it. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'required' in inner ? { ...inner, additionalProperties: false } : inner;
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
formats.default(ajv);
const validate = ajv.compile(closed(published) as object);
const faults = (body: unknown) => (validate(body) ? [] : validate.errors);

describe('a digest as a webhook body', () => {
  it('carries the content under its type and the end of its window', () => {
    const content = exampleDigest({
      windowEnd: '2026-11-21T08:00:00.000Z',
      buyers: [exampleBuyer({ summary: exampleSummary(), summaryStatus: 'ready' })],
    });

    expect(render(content)).toEqual({
      type: 'digest.created',
      timestamp: '2026-11-21T08:00:00.000Z',
      data: content,
    });
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

  it(
    'is valid against the published schema, whatever the content',
    () => {
      fc.assert(
        fc.property(anyDigest({ buyers: 3, signals: 3 }), (content) => {
          expect(faults(render(content))).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
    propertyMs,
  );

  it('is refused by the schema when a required field is missing or a field is unknown', () => {
    const body = render(exampleDigest());
    const { digestId: _, ...withoutId } = body.data;

    expect(faults({ ...body, data: withoutId })).not.toEqual([]);
    expect(faults({ ...body, data: { ...body.data, surprise: 1 } })).not.toEqual([]);
  });

  it(
    'is the same bytes each time',
    () => {
      fc.assert(
        fc.property(anyDigest({ buyers: 2, signals: 2 }), (content) => {
          expect(webhook.render(structuredClone(content))).toBe(webhook.render(content));
        }),
        { numRuns: 50 },
      );
    },
    propertyMs,
  );
});

describe('a digest too large for a webhook body', () => {
  const largeSignal = (columns: Record<string, unknown>) =>
    exampleDigest({ buyers: [exampleBuyer({ signals: [exampleSignal({ columns })] })] });

  it('fits up to 20,000 bytes, counted as UTF-8', () => {
    expect(webhook.fits('x'.repeat(20_000))).toBe(true);
    expect(webhook.fits('x'.repeat(20_001))).toBe(false);
    expect(webhook.fits('é'.repeat(10_001))).toBe(false);
  });

  it('is left whole while it has several signals: the composer splits it', () => {
    const large = exampleSignal({ columns: { Story: 'x'.repeat(15_000) } });
    const content = exampleDigest({ buyers: [exampleBuyer({ signals: [large, large] })] });

    const body = webhook.render(content);

    expect(webhook.fits(body)).toBe(false);
    expect(JSON.parse(body).data).toEqual(content);
  });

  it('is left whole while one signal fits', () => {
    const content = largeSignal({ Story: 'x'.repeat(18_000) });

    expect(render(content).data).toEqual(content);
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

  it('cuts the texts of a summary last, and the summary says so itself', () => {
    const text = 'z'.repeat(9_000);
    const summary = exampleSummary({
      whatsRecent: { intro: text, sections: [{ title: 't', text, sources: [] }] },
      theBiggerPicture: { intro: text, sections: [] },
    });
    const content = exampleDigest({ buyers: [exampleBuyer({ summary, summaryStatus: 'ready' })] });

    const [buyer] = render(content).data.buyers;

    expect(buyer.summary.whatsRecent.intro).toBe(`${'z'.repeat(1_999)}…`);
    expect(buyer.summary.truncation).toContain('Texts cut to 2000 characters');
    expect(buyer.signals[0]).not.toHaveProperty('truncated');
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
      updatedAt: wide,
      columns: { [wide]: wide },
    });
    const content = exampleDigest({ buyers: [exampleBuyer({ name: wide, summary, signals: [signal] })] });

    const body = webhook.render(content);

    expect(webhook.fits(body)).toBe(true);
    expect(faults(JSON.parse(body))).toEqual([]);
    expect(JSON.parse(body).data.buyers[0].signals[0].truncation).toContain('1 of 1 columns left out');
  });

  it(
    'fits and stays valid when it has one signal, whatever that holds',
    () => {
      fc.assert(
        fc.property(anyDigest({ buyers: 1, signals: 1 }), (content) => {
          const body = webhook.render(content);

          expect(webhook.fits(body)).toBe(true);
          expect(faults(JSON.parse(body))).toEqual([]);
        }),
        { numRuns: 60 },
      );
    },
    propertyMs,
  );
});
