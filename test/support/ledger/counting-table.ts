import type { Table } from '../../../shared/ledger/table/table.ts';
import { aroundCalls } from './around-calls.ts';

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
  const counted = aroundCalls(table, (method, call) => {
    requests[['put', 'update', 'transact'].includes(method) ? 'writes' : 'reads'] += 1;
    return call();
  });
  return {
    ...counted,
    takeRequests() {
      const taken = requests;
      requests = { reads: 0, writes: 0 };
      return taken;
    },
  };
}
