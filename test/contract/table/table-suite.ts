import { beforeAll, describe } from 'vitest';
import type { Table } from '../../../shared/ledger/table/table.ts';
import { describeItems } from './item-tests.ts';
import { describeMistakes } from './mistake-tests.ts';
import { describeQueries } from './query-tests.ts';
import type { TableSuite, TableUnderTest } from './table-under-test.ts';
import { describeTransactions } from './transaction-tests.ts';

/** What the ledger relies on, said once and run over every adapter. */
export function describeTable({ name, open }: TableUnderTest): void {
  describe(`a table in ${name}`, () => {
    let opened: Table | undefined;
    let partitions = 0;
    const suite: TableSuite = {
      get table() {
        if (!opened) throw new Error('the table is opened before the first test, not while tests are listed');
        return opened;
      },
      partition: () => `P#${partitions++}`,
      async stored(attributes = {}) {
        const item = { ...attributes, pk: suite.partition(), sk: 'one' };
        await suite.table.put(item);
        return item;
      },
    };
    beforeAll(async () => {
      opened = await open();
    });

    describeItems(suite);
    describeTransactions(suite);
    describeQueries(suite);
    describeMistakes(suite);
  });
}
