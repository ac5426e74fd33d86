import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasThreads, rendererFor } from '../../../shared/destinations/destinations.ts';
import type { DestinationSettings } from '../../../shared/domain/routes/route.ts';
import { fitsBody } from '../../support/destinations/fits-body.ts';
import { exampleLinks } from '../../support/examples/example-digest.ts';
import { exampleEntry, exampleRow } from '../../support/examples/example-signals.ts';
import { morningRoute } from '../../support/functions/example-routes.ts';
import { openComposing } from '../../support/functions/open-composing.ts';
import { hostileText } from '../destinations/arbitrary-digest.ts';

const places: readonly DestinationSettings[] = [
  { type: 'slack', webhookUrl: { secret: 'HOOK' } },
  { type: 'slack', botToken: { secret: 'BOT' }, channel: 'C0123ABCD' },
  { type: 'teams', webhookUrl: { secret: 'FLOW' } },
];
const awkward = fc.sample(hostileText, { numRuns: 515, seed: 31 });
const textAt = (index: number): string => (awkward[index % awkward.length] ?? '').slice(0, 2_000);

it.each(places)(
  '5,000 signals with 515 awkward texts keep every limit in $type',
  async (to) => {
    const entries = Array.from({ length: 5_000 }, (_, index) => {
      const buyerId = `bbbbbbbb-0000-4000-8000-${String(index % 700).padStart(12, '0')}`;
      const columns = { [textAt(index * 7) || 'Why']: textAt(index * 5), 'Due Date': '2026-12-04' };
      const names = { buyerId, buyerName: textAt(index * 3), name: textAt(index) };
      const hotBecause = index % 4 === 0 ? [{ rule: 'rank', rank: 1, of: 9 } as const] : [];
      const signal = exampleRow(index, { ...names, columns });
      return exampleEntry(index, { buyerId, hot: index % 4 === 0, hotBecause, signal });
    });
    const bench = openComposing(entries, { rendererFor, hasThreads, config: { links: exampleLinks } });
    await bench.compose({ route: { ...morningRoute, to } });

    expect(bench.frozen.flatMap(({ members }) => members)).toHaveLength(5_000);
    expect(bench.frozen.filter(({ body }) => !fitsBody(to.type, body))).toEqual([]);
  },
  300_000,
);
