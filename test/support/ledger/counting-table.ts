import type { Table } from '../../../shared/ledger/table/table.ts';

export interface TableRequests {
  readonly reads: number;
  readonly writes: number;
}

export interface CountingTable extends Table {
  /** Since it was asked the last time. A transaction is one write, and a page of a query one read. */
  takeRequests(): TableRequests;
}

export function createCountingTable(table: Table): CountingTable {
  let requests = { reads: 0, writes: 0 };
  const read = <Args extends readonly unknown[], Result>(call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      requests.reads += 1;
      return call(...args);
    };
  };
  const write = <Args extends readonly unknown[], Result>(call: (...args: Args) => Result) => {
    return (...args: Args): Result => {
      requests.writes += 1;
      return call(...args);
    };
  };
  return {
    get: read(table.get),
    getAll: read(table.getAll),
    query: read(table.query),
    due: read(table.due),
    put: write(table.put),
    update: write(table.update),
    transact: write(table.transact),
    takeRequests() {
      const taken = requests;
      requests = { reads: 0, writes: 0 };
      return taken;
    },
  };
}
