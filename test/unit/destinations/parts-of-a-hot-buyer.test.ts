import { describe, expect, it } from 'vitest';
import { rendererFor } from '../../../shared/destinations/destinations.ts';
import type { DigestBuyer, DigestSignal } from '../../../shared/domain/digests/digest.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';
import {
  composeContent,
  type KnownSummary,
  type OutboxEntry,
} from '../../../shared/domain/signals/outbox.ts';
import { splitIntoParts } from '../../../shared/domain/signals/split-parts.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import { largeSummary } from '../../support/examples/example-digest.ts';
import { buyerA, exampleEntry, exampleRow } from '../../support/examples/example-signals.ts';

const columns = Object.fromEntries(
  Array.from({ length: 20 }, (_, index) => [`Column ${index}`, 'x'.repeat(60)]),
);

/** Twenty hot signals of 1.5 kB at one buyer, in the parts that a composer would freeze. */
function freezeTwenty(type: DestinationSettings['type'], summary = largeSummary()): string[] {
  const renderer = rendererFor(type);
  const known = new Map<string, KnownSummary>([[buyerA, { state: 'ready', summary }]]);
  const entries = Array.from({ length: 20 }, (_, index) =>
    exampleEntry(index, { hot: true, hotnessRank: index + 1, signal: exampleRow(index, { columns }) }),
  );
  const contentOf = (members: readonly OutboxEntry[], part: number, parts: number) =>
    composeContent({ digestId: `msg_${part}`, routeId: 'crm', part, parts }, members, known);
  const parts = splitIntoParts(entries, (members) => renderer.fits(contentOf(members, 9_999, 9_999)));
  return parts.map((members, index) => renderer.render(contentOf(members, index + 1, parts.length)));
}

const buyersOf = (bodies: readonly string[]): DigestBuyer[] =>
  bodies.flatMap((body) => JSON.parse(body).data.buyers);

describe('twenty hot signals at a buyer with a large summary', () => {
  it('come in three webhook bodies, each signal once and whole', () => {
    const bodies = freezeTwenty('webhook');

    expect(bodies.length).toBeLessThanOrEqual(3);
    expect(bodies.every((body) => fitsBody('webhook', body))).toBe(true);
    const signals: DigestSignal[] = buyersOf(bodies).flatMap((buyer) => [...buyer.signals]);
    expect(signals.map(({ hotnessRank }) => hotnessRank)).toEqual(
      Array.from({ length: 20 }, (_, n) => n + 1),
    );
    expect(signals.every((signal) => JSON.stringify(signal.columns) === JSON.stringify(columns))).toBe(true);
    expect(signals.filter((signal) => 'truncated' in signal)).toEqual([]);
  });

  it('have a summary in each body that still tells something of every block, and says what it lost', () => {
    for (const buyer of buyersOf(freezeTwenty('webhook'))) {
      expect(buyer.summary).toMatchObject({ truncated: true });
      const { whatsRecent, theBiggerPicture, areasForDeeperDiscovery } = buyer.summary ?? {};
      for (const block of [whatsRecent, theBiggerPicture, areasForDeeperDiscovery]) {
        expect(block?.sections.map(({ title }) => title)).toEqual(['Roofs', 'Roofs', 'Roofs', 'Roofs']);
        expect(block?.sections.every(({ text }) => (text?.length ?? 0) >= 200)).toBe(true);
      }
    }
  });

  it('come in four bodies at most where its letters take three bytes', () => {
    expect(freezeTwenty('webhook', largeSummary('漢')).length).toBeLessThanOrEqual(4);
  });

  it('come in two Slack messages at most, which show one line of a summary', () => {
    expect(freezeTwenty('slack').length).toBeLessThanOrEqual(2);
  });
});
