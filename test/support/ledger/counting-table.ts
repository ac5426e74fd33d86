import type { Table } from '../../../shared/ledger/table/table.ts';
import { aroundCalls } from './around-calls.ts';

export interface TableRequests {
  readonly reads: number;
  readonly writes: number;
}

export function createCountingTable(table: Table) {
  let requests = { reads: 0, writes: 0 };
  const counted = aroundCalls(table, (method, call) => {
    requests[['put', 'update', 'transact'].includes(method) ? 'writes' : 'reads'] += 1;
    return call();
  });
  return {
    ...counted,
    /** Since it was asked the last time. A transaction is one write, and a page of a query one read. */
    takeRequests(): TableRequests {
      const taken = requests;
      requests = { reads: 0, writes: 0 };
      return taken;
    },
  };
}
