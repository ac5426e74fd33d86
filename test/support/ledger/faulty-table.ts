import {
  type CancellationReason,
  type Table,
  TableUnavailableError,
  TransactionCancelledError,
} from '../../../shared/ledger/table/table.ts';
import type { Fault, FaultInjector } from '../fault-injector.ts';
import { aroundCalls } from './around-calls.ts';

/** The table with the injector in front of each call; calls are named `table.get`, `table.transact` and so on. */
export function createFaultyTable(table: Table, injector: FaultInjector): Table {
  return aroundCalls(table, (method, call, [writes]) =>
    injector.run(`table.${method}`, call, (fault) => {
      const reasons = method === 'transact' ? cancelled(fault, (writes as readonly unknown[]).length) : null;
      return reasons ?? new TableUnavailableError(`the table was made to fail: ${fault}`);
    }),
  );
}

function cancelled(fault: Fault, writes: number): Error | null {
  if (fault !== 'conflict' && fault !== 'throttled') return null;
  const reasons = Array.from(
    { length: writes },
    (_, index): CancellationReason => ({ code: index === writes - 1 ? fault : 'none' }),
  );
  return new TransactionCancelledError(reasons);
}
