import { describe, expect, it } from 'vitest';
import { openPlannedTicks } from '../../support/functions/planned-ticks.ts';
import { createMemoryTable } from '../../support/ledger/memory-table.ts';

/** A tick in which no row has changed for hours, and every buyer was read. */
async function quietTick(buyers: number) {
  const { tick, calm } = openPlannedTicks(buyers, createMemoryTable());
  await tick();
  await calm();
  // In the first hour the rows that were the newest at first name their buyers.
  for (let ticks = 0; ticks < 6; ticks += 1) await tick();
  return tick();
}

describe('a tick in which nothing changed', () => {
  it('reads as much of 5,000 buyers as of 250, but for those whose turn it is', async () => {
    const [few, many] = [await quietTick(250), await quietTick(5_000)];
    expect(few.result.everyone ?? many.result.everyone).toBeUndefined();
    expect(many.result.buyers).toBeGreaterThan(10 * few.result.buyers);
    expect([many.reads, many.writes]).toEqual([few.reads, few.writes]);
    // Each buyer whose turn it is takes less than 200 bytes, and each of the two ranges is rounded up.
    const moreTurns = many.result.buyers - few.result.buyers;
    expect(many.readUnits - few.readUnits).toBeLessThan((moreTurns * 200) / 4096 + 2);
  });

  it('makes about a dozen calls of the table', async () => {
    const { reads, writes } = await quietTick(10);
    expect(reads).toBeLessThanOrEqual(10);
    expect(writes).toBeLessThanOrEqual(3);
  });
});
