import { expect, it } from 'vitest';
import {
  ConditionFailedError,
  type Item,
  type Table,
  TransactionCancelledError,
} from '../../shared/ledger/table/table.ts';
import type { Mutant } from './parts/mutant.ts';
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

/** A table that the next version of the code has written: every item that is read says so, and holds more. */
function writtenByLaterVersion(table: Table): Table {
  return {
    get: async (key) => {
      const item = await table.get(key);
      return item && laterOf(item);
    },
    getAll: async (keys) => (await table.getAll(keys)).map((item) => item && laterOf(item)),
    query: async (query) => {
      const page = await table.query(query);
      return { ...page, items: page.items.map(laterOf) };
    },
    put: (item, condition) => telling(table.put(item, condition)),
    update: (update) => telling(table.update(update)),
    transact: (writes) => telling(table.transact(writes)),
    due: (query) => table.due(query),
  };
}

function laterOf(item: Item): Item {
  return { ...item, v: 2, laterText: 'of the next version', laterMap: { list: [1, null, 'two'] } };
}

/** What a failed condition shows is read, too. */
async function telling<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ConditionFailedError) {
      throw new ConditionFailedError(error.item && laterOf(error.item));
    }
    if (error instanceof TransactionCancelledError) {
      throw new TransactionCancelledError(
        error.reasons.map((reason) =>
          reason.code === 'condition-failed' && reason.item
            ? { ...reason, item: laterOf(reason.item) }
            : reason,
        ),
      );
    }
    throw error;
  }
}
