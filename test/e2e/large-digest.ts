import type { DigestBuyer, DigestContent } from '../../shared/domain/digests/digest.ts';
import {
  exampleBuyer,
  exampleDigest,
  exampleSignal,
  exampleSummary,
  exampleView,
} from '../support/examples/example-digest.ts';

const because = [{ rule: 'column', name: 'Match Score', value: 96, atLeast: 90 }] as const;
const districts = [
  'Keller ISD, TX',
  'City of Marhaven, SD',
  'Town of Foxworth, CA',
  'Lindwick Health District, MN',
];

/** Two hot signals of one buyer, with its summary, and what is new at four more: all that a digest draws. */
export function largeDigest(): DigestContent {
  const columns = {
    'Match Score': 96,
    'Due date': '2026-11-26',
    Budget: 1_250_000,
    'Why It Matters': 'Asks for references from three similar districts; the current contract ends in June.',
    Posting: 'https://tenders.example/479',
  };
  const hot = [1, 2].map((number) =>
    exampleSignal({
      rowId: `row-${number}`,
      name: `RFP ${number}: Roof repair`,
      hot: true,
      hotBecause: because,
      columns,
    }),
  );
  const first = exampleBuyer({ summary: exampleSummary(), summaryStatus: 'ready', signals: hot });
  const others = districts.map(otherBuyer);
  return exampleDigest({
    buyers: [first, ...others],
    totals: { signals: 11, hot: 2, buyers: 5 },
    view: exampleView({
      links: {
        signal: 'https://app.example.com/rows/{rowId}',
        buyer: 'https://app.example.com/buyers/{buyerId}',
      },
      mention: { hot: ['U0123', 'S0456'] },
      nextAt: '2026-11-24T13:00:00.000Z',
    }),
  });
}

function otherBuyer(name: string, index: number): DigestBuyer {
  const names = ['RFQ 852: School Bus Fleet Telematics', 'Levy passed: Stormwater fees', 'Budget Workshop'];
  const signals = names.slice(index % 3).map((signal, row) =>
    exampleSignal({
      name: signal,
      rowId: `row-${index}-${row}`,
      columns: { 'Due date': '2026-12-10', Budget: 363_000 },
    }),
  );
  return exampleBuyer({ buyerId: `buyer-${index}`, name, signals });
}
