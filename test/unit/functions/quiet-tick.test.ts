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
  it('reads as much of 5,000 buyers as of 250, but for those that are due', async () => {
    const [few, many] = [await quietTick(250), await quietTick(5_000)];
    expect(few.result.everyone ?? many.result.everyone).toBeUndefined();
    expect(many.result.buyers).toBeGreaterThan(10 * few.result.buyers);
    expect([many.reads, many.writes]).toEqual([few.reads, few.writes]);
    // Each due buyer takes less than 200 bytes, and each of the four shards is rounded up.
    const moreDue = many.result.buyers - few.result.buyers;
    expect(many.readUnits - few.readUnits).toBeLessThan((moreDue * 200) / 4096 + 4);
  });

  it('makes some twenty calls of the table', async () => {
    const { reads, writes } = await quietTick(10);
    expect(reads).toBeLessThanOrEqual(16);
    expect(writes).toBeLessThanOrEqual(3);
  });
});
