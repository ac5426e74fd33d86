import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/destinations.ts';
import type { BuyerSummary, SummaryBlock, SummarySection } from '../../../shared/domain/digests/digest.ts';
import { limitSummary } from '../../../shared/domain/signals/limit-summary.ts';
import { bytesOf, mostKeptBytes } from '../../../shared/domain/signals/limit-text.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
} from '../../support/examples/example-digest.ts';

const source = { entryId: 'e', entryName: 'Row', triggerId: 't', triggerType: 'Rows', triggerName: 'Bridge' };
const section = (over: Partial<SummarySection> = {}): SummarySection => ({
  ...{ title: 'A bond', text: 'It was approved.', sources: [source] },
  ...over,
});
const block = (sections: readonly SummarySection[]): SummaryBlock => ({ intro: 'Active.', sections });

/** As the webhook, which shows most of a summary, writes it. */
function write(summary: BuyerSummary) {
  const buyers = [exampleBuyer({ signals: [exampleSignal()], summary, summaryStatus: 'ready' })];
  return JSON.parse(rendererFor('webhook').render(exampleDigest({ buyers }))).data.buyers[0].summary;
}

describe('a summary that is too large to be kept whole', () => {
  it('is kept up to the limit, and never so little that the message would not say it was cut', () => {
    const text = fc
      .tuple(fc.constantFrom('x', 'ü', '😀', '\u0001'), fc.integer({ min: 0, max: 30_000 }))
      .map(([letter, length]) => letter.repeat(length));
    const sections = fc.array(fc.record({ title: text, text, copies: fc.nat({ max: 300 }) }), {
      maxLength: 40,
    });
    const made = sections.map((list) =>
      block(list.map(({ copies, ...texts }) => section({ ...texts, sources: Array(copies).fill(source) }))),
    );
    fc.assert(
      fc.property(
        fc.record({ whatsRecent: made, theBiggerPicture: made, scoreReasoning: text }),
        (fields) => {
          const whole = exampleSummary(fields);
          fc.pre(bytesOf(whole) > mostKeptBytes);
          const kept = limitSummary(whole);
          expect(bytesOf(kept)).toBeLessThanOrEqual(mostKeptBytes);
          expect(bytesOf(kept)).toBeGreaterThan(mostKeptBytes / 2);
          expect(write(kept).truncated).toBe(true);
        },
      ),
      { numRuns: 8 },
    );
    // Each run writes megabytes, and other work can share the machine.
  }, 60_000);

  it('leaves out sources before sections, and keeps both in their order', () => {
    const sections = Array.from({ length: 200 }, (_, number) =>
      section({ title: `Section ${number}`, sources: Array(20).fill(source) }),
    );
    const kept = limitSummary(exampleSummary({ whatsRecent: block(sections) }));
    expect(kept.whatsRecent?.sections.map(({ title }) => title)).toEqual(sections.map(({ title }) => title));
    expect(kept.whatsRecent?.sections[0]?.sources).toHaveLength(20);
    expect(kept.whatsRecent?.sections.at(-1)?.sources).toEqual([]);
  });

  it('leaves out the last sections when there are thousands', () => {
    const sections = Array.from({ length: 4_000 }, (_, number) => section({ title: `Section ${number}` }));
    const kept = limitSummary(exampleSummary({ whatsRecent: block(sections) })).whatsRecent?.sections ?? [];
    expect(kept.map(({ title }) => title)).toEqual(sections.slice(0, kept.length).map(({ title }) => title));
    expect(kept.length).toBeGreaterThan(500);
  });
});
