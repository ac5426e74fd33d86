import type {
  BuyerSummaryBlock,
  BuyerSummaryContent,
  BuyerSummarySource,
} from '../../shared/bridge-api/types.ts';
import type { Buyer } from '../data/buyers.ts';
import { drawFor } from '../data/draw.ts';
import type { World } from '../data/world.ts';
import type { StoredRow } from '../store/row-store.ts';

export interface ComposedSummary {
  readonly summary: BuyerSummaryContent;
  readonly score: number;
  readonly scoreReasoning: string;
}

/**
 * Writes the same summary for the same rows. `rows`: the buyer's latest, at least one. Every source names one of
 * them.
 */
export function composeSummary(world: World, buyer: Buyer, rows: readonly StoredRow[]): ComposedSummary {
  const draw = drawFor(world.plan.seed, 'summary', buyer.buyerId);
  const score = draw.between(35, 95);
  const recent = rows.slice(0, 2);
  const older = rows.slice(2, 6);
  return {
    summary: {
      whatsRecent: {
        intro: `${buyer.name} has been active: ${recent.map(({ name }) => name).join('; ')}.`,
        sections: recent.map((row) => ({
          title: row.name,
          text: `${row.name} was published on ${new Date(row.signalDate).toISOString().slice(0, 10)}.`,
          sources: [sourceOf(world, row)],
        })),
      },
      theBiggerPicture: biggerPicture(world, older),
      areasForDeeperDiscovery: {
        intro: `What the rows leave open about ${buyer.name}.`,
        sections: [
          {
            title: draw.pick(['Who decides', 'Budget and timing', 'Current suppliers']),
            text: `Ask ${buyer.place} how its plans for the next fiscal year depend on what was published.`,
            sources: [],
          },
        ],
      },
    },
    score,
    scoreReasoning: `${rows.length === 1 ? 'One recent row' : `${rows.length} recent rows`} at a ${buyer.kind} that fits our profile.`,
  };
}

function biggerPicture(world: World, rows: readonly StoredRow[]): BuyerSummaryBlock {
  if (rows.length === 0) return { intro: 'Little else is known so far.', sections: [] };
  return {
    intro: 'Earlier activity points the same way.',
    sections: [
      {
        title: 'Before that',
        text: rows.map(({ name }) => name).join('; '),
        sources: rows.map((row) => sourceOf(world, row)),
      },
    ],
  };
}

function sourceOf(world: World, row: StoredRow): BuyerSummarySource {
  const bridge = world.bridgesByNo.get(row.bridgeNo);
  return {
    entryId: row.rowId,
    entryName: row.name,
    triggerId: bridge?.bridgeId ?? null,
    triggerName: bridge?.name ?? null,
    triggerType: bridge?.filterType ?? null,
  };
}
