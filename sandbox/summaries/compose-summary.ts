import type {
  BuyerSummaryBlock,
  BuyerSummaryResponse,
  BuyerSummarySource,
} from '../../shared/bridge-api/index.ts';
import type { Buyer } from '../data/buyers.ts';
import { type Draw, drawFor } from '../data/draw.ts';
import type { World } from '../data/world.ts';
import type { StoredRow } from '../store/row-store.ts';

export interface ComposedSummary {
  readonly summary: NonNullable<BuyerSummaryResponse['summary']>;
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
  // What happened at the buyer comes before what we did there.
  const ordered = [...rows].sort((a, b) => Number(isOurs(world, a)) - Number(isOurs(world, b)));
  const recent = ordered.slice(0, 2);
  const older = ordered.slice(2, 6);
  return {
    summary: {
      whatsRecent: {
        // Services generate Markdown in the middle of a text.
        intro: `**${buyer.place}** ${tellNews(world, recent)}.`,
        sections: recent.map((row) => ({
          title: row.name,
          text: `${tellMeaning(world, row)}\n\n- See the [source](https://www.${buyer.host}/).`,
          sources: [sourceOf(world, row)],
        })),
      },
      theBiggerPicture: biggerPicture(world, older),
      areasForDeeperDiscovery: {
        intro: `What the rows leave open about ${buyer.name}.`,
        sections: questionsOf(draw, buyer).map(({ title, text }) => ({
          title,
          text,
          sources: recent.slice(0, 1).map((row) => sourceOf(world, row)),
        })),
      },
    },
    score,
    scoreReasoning: `${rows.length === 1 ? 'One recent row' : `${rows.length} recent rows`} at a ${buyer.kind} that fits our profile.`,
  };
}

interface Telling {
  /** Goes on from the buyer's name; `%` stands for the row's. */
  readonly news: string;
  readonly means: string;
}

const tellings: Readonly<Record<string, Telling>> = {
  RFP: { news: 'asks for offers (%)', means: 'References from **similar buyers** are required.' },
  Meeting: {
    news: 'spoke about its plans (%)',
    means: 'Staff will report on *vendors and costs* next month.',
  },
  Purchase: {
    news: 'has a contract that runs out (%)',
    means: 'Nothing says so far that it will be **renewed**.',
  },
  JobChange: {
    news: 'has somebody new (%)',
    means: 'Contracts are often *reviewed* in the first months of a new post.',
  },
  Conference: { news: 'takes part in %', means: 'Its purchasing staff will be **there**.' },
  Buyer: { news: 'has news of its own (%)', means: 'The budget is **decided** in spring.' },
  Signal: { news: 'is in the news (%)', means: 'The money has to be *committed* within the fiscal year.' },
};
const otherwise: Telling = {
  news: 'is in touch with us (%)',
  means: 'The last answer asked for **prices and references**.',
};

function tellingOf(world: World, { bridgeNo }: StoredRow): Telling {
  return tellings[world.bridgesByNo.get(bridgeNo)?.filterType ?? ''] ?? otherwise;
}

function isOurs(world: World, row: StoredRow): boolean {
  return tellingOf(world, row) === otherwise;
}

/** `asks for offers (*RFP 479: Fire Alarm Monitoring*), and has somebody new (*Ann Lee*)` */
function tellNews(world: World, rows: readonly StoredRow[]): string {
  const byKind = Map.groupBy(rows, (row) => tellingOf(world, row).news);
  return [...byKind]
    .map(([news, alike]) => news.replace('%', alike.map(({ name }) => `*${name}*`).join(', ')))
    .join(', and ');
}

function tellMeaning(world: World, row: StoredRow): string {
  return tellingOf(world, row).means;
}

/** Two questions, each under its topic. */
function questionsOf(
  draw: Draw,
  { place }: Buyer,
): readonly { readonly title: string; readonly text: string }[] {
  const questions = [
    { title: 'Who decides', text: `Who at ${place} signs off on **new vendors** before the board votes?` },
    {
      title: 'Budget and timing',
      text: 'Is the money part of *this* fiscal year, or does it wait for the next one?',
    },
    { title: 'Current suppliers', text: `What would make ${place} leave its current supplier?` },
  ];
  const first = draw.between(0, questions.length - 1);
  return [...questions, ...questions].slice(first, first + 2);
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
