import type { Random } from '../../../shared/domain/clock.ts';
import { outboxPk, outboxPrefix } from '../../../shared/ledger/items/keys.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import {
  type CancellationReason,
  type Key,
  type Table,
  TableUnavailableError,
  TransactionCancelledError,
} from '../../../shared/ledger/table/table.ts';
import {
  CrashError,
  createFaultInjector,
  type Fault,
  type FaultInjector,
  onlyAt,
} from '../fault-injector.ts';
import { aroundCalls } from './around-calls.ts';
import { createMemoryTable } from './memory-table.ts';

export const now = Date.parse('2026-11-21T08:00:00Z');

export type OpenedLedger = ReturnType<typeof openLedger>;

/** A ledger over a table in memory, with faults as planned and a clock that stands still. */
export function openLedger(random: Random = () => 0.5) {
  const table = createMemoryTable();
  let planned: (call: number, name: string) => Fault | null = () => null;
  let planAfter = 0;
  const injector = createFaultInjector((call, name) => planned(call - planAfter, name));
  const pauses: number[] = [];
  const time = { now };
  const clock = { now: () => time.now, sleep: async (ms: number) => void pauses.push(ms) };
  const ledger = createLedger({
    table: createFaultyTable(table, injector),
    clock,
    random,
  });
  /** From now on each call may meet a fault: the first call has number 1. */
  const plan = (faultAt: typeof planned): void => {
    planned = faultAt;
    planAfter = injector.calls.length;
  };
  /** The keys under a partition that begin so. */
  const keys = (pk: string, prefix: string): string[] =>
    [...table.all()].filter((item) => item.pk === pk && item.sk.startsWith(prefix)).map(({ sk }) => sk);
  return {
    ledger,
    /** Past the faults. */
    table,
    injector,
    pauses: pauses as readonly number[],
    /** The clock stands still until a test moves it. */
    time,
    item: (key: Key) => table.get(key),
    keys,
    /** The keys of the entries that wait for a route, oldest first. */
    outboxKeys: (routeId: string) => keys(outboxPk(routeId), outboxPrefix),
    plan,
    /** Does the work with one fault, at its call of that number. What comes after meets none. Gives how many calls it made. */
    async cutOff(call: number, fault: Fault, work: () => Promise<unknown>): Promise<number> {
      const before = injector.calls.length;
      plan(onlyAt(call, fault));
      await work().catch((error: unknown) => {
        if (!(error instanceof CrashError || error instanceof TableUnavailableError)) throw error;
      });
      injector.restart();
      plan(() => null);
      return injector.calls.length - before;
    },
  };
}

/** The faults that pass: the same again goes through. */
export const passingFaults: readonly Fault[] = ['refused', 'lost', 'answer-lost', 'throttled', 'conflict'];
export const crashes: readonly Fault[] = ['crash-before', 'crash-after'];

/** The table with the injector in front of each call; calls are named `table.get`, `table.transact` and so on. */
function createFaultyTable(table: Table, injector: FaultInjector): Table {
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
