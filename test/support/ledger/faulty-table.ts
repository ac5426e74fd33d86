import {
  type CancellationReason,
  type Table,
  TableUnavailableError,
  TransactionCancelledError,
} from '../../../shared/ledger/table/table.ts';
import type { Fault, FaultInjector } from '../fault-injector.ts';

/** The table with the injector in front of each call; calls are named `table.get`, `table.transact` and so on. */
export function createFaultyTable(table: Table, injector: FaultInjector): Table {
  return {
    getAll: (keys) => injector.run('table.getAll', () => table.getAll(keys), unavailable),
    get: (key) => injector.run('table.get', () => table.get(key), unavailable),
    query: (query) => injector.run('table.query', () => table.query(query), unavailable),
    put: (item, condition) => injector.run('table.put', () => table.put(item, condition), unavailable),
    update: (update) => injector.run('table.update', () => table.update(update), unavailable),
    transact: (writes) =>
      injector.run(
        'table.transact',
        () => table.transact(writes),
        (fault) => cancelled(fault, writes.length) ?? unavailable(fault),
      ),
    due: (query) => injector.run('table.due', () => table.due(query), unavailable),
  };
}

function unavailable(fault: Fault): Error {
  const applied = fault === 'lost' || fault === 'answer-lost' ? 'unknown' : 'no';
  return new TableUnavailableError(`the table was made to fail: ${fault}`, applied);
}

function cancelled(fault: Fault, writes: number): Error | null {
  if (fault !== 'conflict' && fault !== 'throttled') return null;
  const reasons = Array.from(
    { length: writes },
    (_, index): CancellationReason => ({ code: index === writes - 1 ? fault : 'none' }),
  );
  return new TransactionCancelledError(reasons);
}
