import { expect, it } from 'vitest';
import { writtenByLaterVersion } from '../support/ledger/later-version.ts';
import type { Mutant } from './mutants/mutant.ts';
import { runSchedule } from './run-schedule.ts';

/** No wrong version of the protocol, but the right one over items that a later version wrote. */
const rolledBack: Mutant = {
  name: 'rolled-back',
  killedAt: '0:0',
  table: writtenByLaterVersion,
};

it('reads what a later version wrote, through faults and all: nothing lost, nothing twice', async () => {
  let calls = 0;
  // Worlds of their own.
  for (let schedule = 1; schedule < 32; schedule += 2) {
    const result = await runSchedule(5, schedule, { mutant: rolledBack });
    expect(result.violation, `schedule ${schedule}`).toBeNull();
    calls += result.calls;
  }
  expect(calls).toBeGreaterThan(1_000);
}, 300_000);
