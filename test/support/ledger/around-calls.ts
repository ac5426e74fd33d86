import type { Table } from '../../../shared/ledger/table/table.ts';

const methods = ['get', 'getAll', 'query', 'put', 'update', 'transact', 'due'] as const;

export type TableMethod = (typeof methods)[number];

type Around = <Result>(
  method: TableMethod,
  call: () => Promise<Result>,
  args: readonly unknown[],
) => Promise<Result>;

/** A table with something done around each of its calls. */
export function aroundCalls(table: Table, around: Around): Table {
  const wrapped = methods.map((method) => [
    method,
    (...args: readonly unknown[]) => {
      // Looked up at each call: a test may replace a method of the table.
      const call = table[method] as (...args: readonly unknown[]) => Promise<unknown>;
      return around(method, () => call(...args), args);
    },
  ]);
  return Object.fromEntries(wrapped) as Table;
}
