import type { Item, Table } from '../../../shared/ledger/table/table.ts';

export interface TableUnderTest {
  readonly name: string;
  /** An empty table. */
  open(): Promise<Table>;
}

export interface TableSuite {
  readonly table: Table;
  /** A partition of the test's own. */
  partition(): string;
  /** Puts an item in a partition of its own. */
  stored(attributes?: Readonly<Record<string, Item[string]>>): Promise<Item>;
}
