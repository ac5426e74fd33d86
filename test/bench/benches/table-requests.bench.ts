/** Requests that polls make to the ledger's table, counted: of ten buyers each quarter of an hour, for two hours and a half. */
import { openPolledBuyers } from '../../support/functions/polled-buyers.ts';
import { atMost, type Figure, figure, type Measured } from '../report/figure.ts';

const buyers = 10;
/** Two hours: some writes come once an hour. */
const quietPolls = 8;
const manySignals = 20;

export async function measure(): Promise<Measured> {
  const polled = await openPolledBuyers(buyers);
  const quiet = { reads: [] as number[], writes: [] as number[] };
  for (let poll = 0; poll < quietPolls; poll += 1) {
    const { reads, writes } = await polled.poll();
    quiet.reads.push(reads / buyers);
    quiet.writes.push(writes / buyers);
  }
  // A bridge's columns are learned once a day, and a route is registered once: a first round does both.
  for (const buyerId of polled.buyerIds) polled.addSignals(buyerId, 1);
  await polled.poll();
  await polled.poll();
  for (const buyerId of polled.buyerIds) polled.addSignals(buyerId, 1);
  const single = await polled.poll();
  await polled.poll();
  const [first = ''] = polled.buyerIds;
  polled.addSignals(first, manySignals);
  const many = await polled.poll();
  if (single.recorded !== buyers || many.recorded !== manySignals) throw new Error('signals are missing');
  const quietReads = Math.min(...quiet.reads) * buyers;
  return {
    figures: [
      counted('quiet-writes', 'a quiet poll: writes', 0, quiet.writes),
      counted('quiet-reads', 'a quiet poll: reads', null, quiet.reads),
      counted('one-writes', 'one new signal: writes', 2, [single.writes / buyers]),
      counted('one-reads', 'one new signal: reads beyond a quiet poll', null, [
        (single.reads - quietReads) / buyers,
      ]),
      counted('many', 'each of 20 new signals of a buyer, reads and writes', 2, [
        (many.writes + many.reads - quietReads) / manySignals,
      ]),
    ],
  };
}

function counted(name: string, what: string, most: number | null, samples: readonly number[]): Figure {
  const goal = most === null ? null : atMost(most);
  return {
    ...figure(`table-requests/${name}`, `table requests of ${what}`, '', goal, samples),
    counted: true,
  };
}
