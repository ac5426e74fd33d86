import type {
  BuyerSummaryBlock,
  BuyerSummaryResponse,
  BuyerSummarySource,
} from '../../shared/bridge-api/index.ts';
import type { Buyer } from '../data/buyers.ts';
import { type Draw, drawFor } from '../data/draw.ts';
import type { StoredRow } from '../rows/row-store.ts';

export interface ComposedSummary {
  readonly summary: NonNullable<BuyerSummaryResponse['summary']>;
  readonly score: number;
  readonly scoreReasoning: string;
}

/**
 * Writes the same summary for the same rows. `rows`: the buyer's latest, at least one. Every source names one of
 * them.
 */
export function composeSummary(seed: number, buyer: Buyer, rows: readonly StoredRow[]): ComposedSummary {
  const draw = drawFor(seed, 'summary', buyer.buyerId);
  const score = draw.between(35, 95);
  // What happened at the buyer comes before what we did there.
  const ordered = [...rows].sort(
    (a, b) => Number(tellingOf(a) === otherwise) - Number(tellingOf(b) === otherwise),
  );
  const recent = ordered.slice(0, 2);
  const older = ordered.slice(2, 6);
  return {
    summary: {
      whatsRecent: {
        // Services generate Markdown in the middle of a text.
        intro: `**${buyer.place}** ${tellNews(recent)}.`,
        sections: recent.map((row) => ({
          title: row.name,
          text: `${tellingOf(row).means}\n\n- See the [source](https://www.${buyer.host}/).`,
          sources: [sourceOf(row)],
        })),
      },
      theBiggerPicture: biggerPicture(older),
      areasForDeeperDiscovery: {
        intro: `What the rows leave open about ${buyer.name}.`,
        sections: questionsOf(draw, buyer).map(({ title, text }) => ({
          title,
          text,
          sources: recent.slice(0, 1).map(sourceOf),
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

function tellingOf({ bridge }: StoredRow): Telling {
  return tellings[bridge.filterType] ?? otherwise;
}

/** `asks for offers (*RFP 479: Fire Alarm Monitoring*), and has somebody new (*Ann Lee*)` */
function tellNews(rows: readonly StoredRow[]): string {
  const byKind = Map.groupBy(rows, (row) => tellingOf(row).news);
  return [...byKind]
    .map(([news, alike]) => news.replace('%', alike.map(({ name }) => `*${name}*`).join(', ')))
    .join(', and ');
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

function biggerPicture(rows: readonly StoredRow[]): BuyerSummaryBlock {
  if (rows.length === 0) return { intro: 'Little else is known so far.', sections: [] };
  return {
    intro: 'Earlier activity points the same way.',
    sections: [
      {
        title: 'Before that',
        text: rows.map(({ name }) => name).join('; '),
        sources: rows.map(sourceOf),
      },
    ],
  };
}

function sourceOf({ rowId, name, bridge }: StoredRow): BuyerSummarySource {
  return {
    entryId: rowId,
    entryName: name,
    triggerId: bridge.bridgeId,
    triggerName: bridge.name,
    triggerType: bridge.filterType,
  };
}
