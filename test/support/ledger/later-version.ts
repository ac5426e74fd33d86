import {
  ConditionFailedError,
  type Item,
  type Table,
  TransactionCancelledError,
} from '../../../shared/ledger/table/table.ts';

/** A table that the next version of the code has written: every item that is read says so, and holds more. */
export function writtenByLaterVersion(table: Table): Table {
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
    update: async (update) => laterOf(await telling(table.update(update))),
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
