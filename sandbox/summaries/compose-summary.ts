import type { BuyerSummarySource } from '../../shared/bridge-api/index.ts';
import type { Buyer } from '../data/buyers.ts';
import { drawFor } from '../data/draw.ts';
import type { Row } from '../data/make-row.ts';

/** Writes the same summary for the same rows. `rows`: the buyer's latest, at least one. Every source names one of them. */
export function composeSummary(seed: number, buyer: Buyer, rows: readonly Row[]) {
  // News of the buyer comes before our own deeds there.
  const isOurs = (row: Row) => Number(tellingOf(row) === otherwise);
  const ordered = rows.toSorted((one, other) => isOurs(one) - isOurs(other));
  const recent = ordered.slice(0, 2);
  const older = ordered.slice(2);
  return {
    summary: {
      whatsRecent: {
        // Services generate Markdown in the middle of a text.
        intro: `**${buyer.place}** ${describeNews(recent)}.`,
        sections: recent.map((row) => section(row, `\n\n- See the [source](https://www.${buyer.host}/).`)),
      },
      theBiggerPicture: {
        intro: older.length === 0 ? 'Little else is known so far.' : 'Earlier activity points the same way.',
        sections: older.map((row) => section(row)),
      },
      areasForDeeperDiscovery: {
        intro: `What the rows leave open about ${buyer.name}.`,
        sections: [
          {
            title: 'Who decides',
            text: `Who at ${buyer.place} signs off on **new vendors** before the board votes?`,
            sources: recent.slice(0, 1).map(sourceOf),
          },
          {
            title: 'Current suppliers',
            text: `What would make ${buyer.place} leave its *current supplier*?`,
            sources: recent.slice(0, 1).map(sourceOf),
          },
        ],
      },
    },
    score: drawFor(seed, 'summary', buyer.buyerId).between(35, 95),
    scoreReasoning: `${rows.length === 1 ? 'One recent row' : `${rows.length} recent rows`} at a buyer that fits our profile.`,
  };
}

function section(row: Row, more = '') {
  return { title: row.name, text: tellingOf(row).means + more, sources: [sourceOf(row)] };
}

/** `news` of a filter type goes on from the buyer's name; `%` stands for the row's. */
const tellings: Readonly<Record<string, typeof otherwise>> = {
  RFP: { news: 'asks for offers (%)', means: 'References from **similar buyers** are required.' },
  Meeting: { news: 'spoke about its plans (%)', means: 'Staff will report on *costs* next month.' },
  Purchase: { news: 'has a contract that runs out (%)', means: 'Its **renewal** is not announced.' },
  JobChange: { news: 'has somebody new (%)', means: 'New officers often *review* contracts.' },
  Conference: { news: 'takes part in %', means: 'Its purchasing staff will be **there**.' },
  Buyer: { news: 'has news of its own (%)', means: 'The budget is **decided** in spring.' },
  Signal: { news: 'is in the news (%)', means: 'The money is for *this* fiscal year.' },
};
const otherwise = {
  news: 'is in touch with us (%)',
  means: 'The last answer asked for **prices and references**.',
};

function tellingOf({ bridge }: Row) {
  return tellings[bridge.filterType] ?? otherwise;
}

/** `asks for offers (*RFP 479: Fire Alarm Monitoring*), and has somebody new (*Ann Lee*)` */
function describeNews(rows: readonly Row[]): string {
  const byKind = Map.groupBy(rows, (row) => tellingOf(row).news);
  return [...byKind]
    .map(([news, alike]) => news.replace('%', alike.map(({ name }) => `*${name}*`).join(', ')))
    .join(', and ');
}

function sourceOf({ rowId, name, bridge }: Row): BuyerSummarySource {
  return {
    entryId: rowId,
    entryName: name,
    triggerId: bridge.bridgeId,
    triggerName: bridge.name,
    triggerType: bridge.filterType,
  };
}
