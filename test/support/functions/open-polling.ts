import type { Observation } from '../../../functions/observations/observation.ts';
import { pollSignals } from '../../../functions/poll-signals/poll-signals.ts';
import type { PollRequest } from '../../../functions/poll-signals/ports.ts';
import type { BridgeApi, BridgeSignal } from '../../../shared/bridge-api/index.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { BuyerState } from '../../../shared/domain/polling/buyer-state.ts';
import { buyerKey } from '../../../shared/ledger/items/keys.ts';
import { bridgeId, buyerA, rowUuid } from '../examples/example-signals.ts';
import { benchConfig, benchNow, openFunctions } from './open-functions.ts';

/** A page of a list as the API client gives it. */
export interface ListPage {
  readonly totalItems: number;
  readonly result: readonly BridgeSignal[];
  /** By the service's clock. */
  readonly servedAt?: number;
}

/** What one reading of a list shows, page by page; an error is what the next page throws. */
export type Reading = readonly (ListPage | Error)[];

/** `before`: how often this list was read. */
export type ListOf = (list: string, before: number, buyerId: string) => Reading;

export interface Row {
  readonly bridgeId?: string;
  readonly columns?: Readonly<Record<string, unknown>>;
  readonly createdAt?: number;
  readonly changedAt?: number;
}

/** A listed signal, which scores its number unless told otherwise. */
export function listed(number: number, row: Row = {}): BridgeSignal {
  const { createdAt, changedAt = benchNow - 36_000_000, columns = { 'Match Score': number } } = row;
  return {
    bridge: { bridgeId: row.bridgeId ?? bridgeId, name: 'Tenders' },
    row: {
      rowId: rowUuid(number),
      name: `Tender ${number}`,
      columns,
      updatedAt: new Date(changedAt).toISOString(),
      ...(createdAt === undefined ? {} : { createdAt: new Date(createdAt).toISOString() }),
    },
  } as unknown as BridgeSignal;
}

/** Pages of a list that stands still, two items a page unless told otherwise. */
export function pagesOf(result: readonly BridgeSignal[], size = 2): ListPage[] {
  const count = Math.max(1, Math.ceil(result.length / size));
  return Array.from({ length: count }, (_, index) => ({
    totalItems: result.length,
    result: result.slice(index * size, (index + 1) * size),
  }));
}

/** Polls over a ledger in memory, and over lists by their names: `Date LastOneMonths`, `Hotness LastThreeMonths`. */
export function openPolling(
  listOf: ListOf,
  config: Partial<SignalpostConfig> = {},
  api: Partial<BridgeApi> = {},
) {
  const lists: string[] = [];
  const columnsAsked: [string, number][] = [];
  const bench = openFunctions({
    config: { watch: { ...benchConfig.watch, firstRun: 'baseline' }, ...config },
    api: {
      async *buyerSignalPages({ buyerId, sort, relativeDatePeriodFrom }) {
        const list = `${sort} ${relativeDatePeriodFrom}`;
        const reading = listOf(list, lists.filter((one) => one === list).length, buyerId);
        lists.push(list);
        for (const [index, page] of reading.entries()) {
          if (page instanceof Error) throw page;
          const paging = { pageNumber: index + 1, pageSize: 20, totalPages: reading.length };
          yield { ...paging, unreadable: [], ...page } as never;
        }
      },
      async listColumnMetadata(id, { deadline } = {}) {
        columnsAsked.push([id, (deadline ?? 0) - bench.time.now]);
        return { result: [], unreadable: [] } as never;
      },
      ...api,
    },
  });
  const observedOf = (kind: Observation['kind']) => bench.observed.filter((one) => one.kind === kind);
  const signals = () => bench.observed.flatMap((one) => (one.kind === 'signal-recorded' ? [one] : []));
  const numberOf = ({ signalId }: { readonly signalId: string }): number => Number(signalId.slice(-12));
  return {
    ...bench,
    poll: (request: Partial<PollRequest> = {}) =>
      pollSignals(bench.ports, {
        buyerIds: [buyerA],
        dryRun: false,
        deadline: Number.POSITIVE_INFINITY,
        because: 'named',
        at: bench.time.now,
        ...request,
      }),
    /** The lists that were read, as `Date LastOneMonths`. */
    lists,
    /** Bridges whose columns were asked for, and the time for it. */
    columnsAsked,
    /** The numbers of the signals that were recorded. */
    recorded: () => signals().map(numberOf),
    /** The numbers of those of them that go to a route. */
    routed: () =>
      signals()
        .filter(({ routes }) => routes.length > 0)
        .map(numberOf),
    observedOf,
    /** Stores the buyer as an earlier poll left it. */
    async setBuyer(over: Partial<BuyerState>): Promise<void> {
      await bench.table.put({ ...buyerKey(buyerA), v: 1, ...over });
    },
  };
}

/** A buyer that was read completely a quarter of an hour ago, and is due in an hour. */
export const liveBuyer: Partial<BuyerState> = {
  state: 'LIVE',
  lastCompleteAt: benchNow - 900_000,
  dueAt: benchNow + 3_600_000,
  baselineAt: benchNow - 30 * 86_400_000,
  ver: 4,
};
