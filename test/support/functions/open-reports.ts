import { composeReports } from '../../../functions/compose-digests/reports/compose-reports.ts';
import { createHandler as createFetching } from '../../../functions/fetch-summaries/handler.ts';
import { makeSqsEvent } from '../../../machine/queues/work-queue.ts';
import type { UnnamedReport } from '../../../message/reports/report.ts';
import type { BridgeApi, BridgeSignal, Page } from '../../../shared/bridge-api/index.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { exampleEntry, exampleRow } from '../examples/example-signals.ts';
import { settleDue } from '../ledger/digests.ts';
import { openComposing } from './open-composing.ts';

/** A row as the service has it now: in which lists, from which period on, or what a call for its buyer throws. */
export interface ServedRow {
  readonly statuses: readonly string[];
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly from?: string;
}

const told = { outcome: 'delivered', status: 204, reason: 'answered 204' } as const;

/** Routes whose digests are delivered, and a service that tells what became of their rows. */
export function openReports(route: Route, over: Parameters<typeof openComposing>[1] = {}) {
  const rows = new Map<number, ServedRow>();
  const calls: string[] = [];
  const service: { failure: Error | null } = { failure: null };
  const api: Pick<BridgeApi, 'buyerSignalPages'> = {
    async *buyerSignalPages(
      { buyerId, status = [], relativeDatePeriodFrom = '' },
      { lane } = {},
    ): AsyncIterable<Page<BridgeSignal>> {
      calls.push(`${status.join()} ${relativeDatePeriodFrom} ${lane}`);
      if (service.failure) throw service.failure;
      const shown = [...rows].filter(([, row]) => {
        const { statuses, from = 'LastThreeMonths' } = row;
        const isThere = periods.indexOf(relativeDatePeriodFrom) >= periods.indexOf(from);
        return isThere && status.some((one) => statuses.includes(one));
      });
      const result = shown.map(([number, row]) => listed(number, buyerId, row));
      yield { pageNumber: 1, pageSize: 20, totalItems: result.length, totalPages: 1, result, unreadable: [] };
    },
  };
  const bench = openComposing([], { config: { routes: [route] }, ...over });
  const fetch = createFetching({ ...bench.ports, random: () => 0, api: api as BridgeApi });
  const invocation = { getRemainingTimeInMillis: () => 150_000 };
  const reports = () => {
    const own = bench.frozen.filter(({ slot }) => slot.includes('+'));
    return own.map(({ body }) => JSON.parse(body) as Required<UnnamedReport>);
  };
  return {
    ...bench,
    rows,
    calls,
    service,
    reports,
    /** Sends hot signals in a digest, which is delivered at `at` unless told otherwise. */
    async send(at: number, numbers: readonly number[], { isDelivered = true, to = route } = {}) {
      bench.time.now = at;
      const entries = numbers.map((number) => {
        const signal = exampleRow(number, { columns: rows.get(number)?.columns ?? {} });
        return exampleEntry(number, { hot: true, firstSeenAt: at, signal });
      });
      bench.add(entries, to.id);
      await bench.compose({ route: to });
      const digest = bench.frozen.at(-1);
      if (digest && isDelivered) await settleDue(bench.ledger, digest, at, { to: 'DELIVERED' }, true, told);
    },
    /** What a sweep does at a time, and then those who look rows up. Gives the reports that it created. */
    async sweep(at: number, ...given: readonly Route[]): Promise<Required<UnnamedReport>[]> {
      bench.time.now = at;
      const before = reports().length;
      await composeReports(bench.ports, given.length === 0 ? [route] : given, { deadline: at + 100_000 });
      return reports().slice(before);
    },
    /** Answers the questions that were asked, and forgets them. */
    async answer(): Promise<void> {
      const messages = bench.queued.summary.splice(0);
      await fetch(
        makeSqsEvent(messages.map((one) => ({ messageId: 'm', body: JSON.stringify(one) }))),
        invocation,
      );
    },
  };
}

const periods = ['LastThreeMonths', 'LastSixMonths', 'LastTwoYears'];

function listed(number: number, buyerId: string, { columns = {} }: ServedRow): BridgeSignal {
  const { bridgeId, bridgeName: name, rowId, buyerName, ...row } = exampleRow(number);
  return {
    bridge: { bridgeId, name },
    // A status of its own says how far its values are, and nothing else.
    row: {
      rowId,
      bridgeId,
      buyerId,
      name: row.name,
      status: 'Actioned',
      columns: { Buyer: buyerName, ...columns },
    },
  } as unknown as BridgeSignal;
}
