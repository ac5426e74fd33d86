import { beforeAll, describe, expect, it } from 'vitest';
import { openPolledBuyers, type PolledBuyers } from '../../support/functions/polled-buyers.ts';

const buyers = 10;
/** Polls come each quarter of an hour. */
const pollsADay = 96;

/** What these may cost at most. docs/performance.md has the goals, some of which are lower. */
const most = { quietReads: 2.1, newWrites: 3.2, newReads: 8.6, eachOfMany: 2.45 };

describe('the table requests of polls', () => {
  let polled: PolledBuyers;
  let quietReads: number;
  beforeAll(async () => {
    polled = await openPolledBuyers(buyers);
    const { reads } = await polled.poll();
    quietReads = reads;
  });

  it('are two reads for a buyer without news, and one write for all of them within an hour: a list was shown', async () => {
    const { reads, writes } = await polled.poll();

    expect(reads / buyers).toBeLessThanOrEqual(most.quietReads);
    expect(writes).toBe(1);
  });

  it('write once an hour at most for a buyer without news, and a little more after a day', async () => {
    let writes = 0;
    for (let poll = 0; poll < pollsADay; poll += 1) writes += (await polled.poll()).writes;

    expect((writes - pollsADay) / buyers).toBeLessThanOrEqual(24 + 2);
  });

  it('stay few for one new signal of each buyer', async () => {
    for (const buyerId of polled.buyerIds) polled.addSignals(buyerId, 1);
    const { reads, writes, recorded } = await polled.poll();

    expect(recorded).toBe(buyers);
    expect(writes / buyers).toBeLessThanOrEqual(most.newWrites);
    expect((reads - quietReads) / buyers).toBeLessThanOrEqual(most.newReads);
  });

  it('are shared by many new signals of one buyer', async () => {
    await polled.poll();
    polled.addSignals(polled.buyerIds[0] ?? '', 20);
    const { reads, writes, recorded } = await polled.poll();

    expect(recorded).toBe(20);
    expect((reads + writes - quietReads) / 20).toBeLessThanOrEqual(most.eachOfMany);
  });
});
