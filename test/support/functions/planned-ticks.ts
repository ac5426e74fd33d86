import { createHandler } from '../../../functions/plan-polls/handler.ts';
import type { PlanPollsResult } from '../../../functions/plan-polls/ports.ts';
import type { BridgeApi } from '../../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { regularAt } from '../../../shared/domain/polling/due.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';
import { billTable, type TableCall } from '../ledger/billed-table.ts';
import { createFakeClock } from '../time/fake-clock.ts';

const minute = 60_000;
const pageSize = 20;
const plannedBridge = 'a0000000-0000-4000-8000-000000000001';

export interface CountedTick {
  readonly result: PlanPollsResult;
  readonly reads: number;
  readonly readUnits: number;
  readonly writes: number;
}

/**
 * Ticks of plan-polls over a bridge with a row for each of many buyers, none of which changes: a service in memory, and
 * a table whose calls are counted.
 */
export function openPlannedTicks(buyers: number, table: Table) {
  const clock = createFakeClock(Date.parse('2026-11-21T08:00:00Z'));
  const buyerIds = Array.from({ length: buyers }, (_, number) => buyerOf(number));
  const changedAt = clock.now() - 540 * minute;
  const rows = buyerIds.map((buyerId, number) => ({
    ...{ rowId: `row-${number}`, buyerId, createdAt: null },
    updatedAt: new Date(changedAt - number).toISOString(),
  }));
  const calls: TableCall[] = [];
  const counted = billTable(table, async (call) => void calls.push(call));
  const random = () => 0;
  const ledger = createLedger({ table: counted, clock, random });
  const handler = createHandler({
    config: {
      watch: { buyers: [], bridges: [plannedBridge], every: '15 minutes', allEvery: '12 hours' },
    } as unknown as SignalpostConfig,
    clock,
    observe: () => undefined,
    ledger,
    everyoneUpTo: 0,
    api: {
      async *bridgeRowPages({ pageNumber = 1 }: { readonly pageNumber?: number }) {
        const common = {
          pageSize,
          totalItems: buyers,
          totalPages: Math.ceil(buyers / pageSize),
          unreadable: [],
        };
        for (let page = pageNumber; page <= common.totalPages; page += 1) {
          yield { ...common, pageNumber: page, result: rows.slice((page - 1) * pageSize, page * pageSize) };
        }
      },
    } as unknown as BridgeApi,
    queue: () => ({ send: async () => undefined }),
  });
  const tick = async (): Promise<CountedTick> => {
    calls.length = 0;
    const invocation = { getRemainingTimeInMillis: () => 1e9, stopping: new AbortController().signal };
    const result = (await handler({ due: true }, invocation)) as PlanPollsResult;
    const reads = calls.filter(({ kind }) => kind === 'read');
    const readUnits = reads.reduce((sum, { units }) => sum + units, 0);
    await clock.sleep(15 * minute);
    return { result, reads: reads.length, readUnits, writes: calls.length - reads.length };
  };
  return {
    tick,
    /** As if every list had been read completely. */
    async calm(): Promise<void> {
      const startedAt = clock.now();
      for (const buyerId of buyerIds) {
        const dueAt = regularAt(buyerId, startedAt, 720 * minute);
        await ledger.completeScan(await ledger.readBuyer(buyerId), { startedAt, dueAt, listing: null });
      }
    },
  };
}

/** Spread over all times of the day, as the hashes in real ids are. */
function buyerOf(number: number): string {
  const hash = (Math.imul(number + 1, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0');
  return `${hash}-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
