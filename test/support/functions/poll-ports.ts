import type {
  ListedSignal,
  PollSettings,
  PollSignalsPorts,
  SignalPage,
} from '../../../functions/poll-signals/ports.ts';
import { TransportError } from '../../../shared/domain/errors.ts';
import type { Observation } from '../../../shared/domain/observation.ts';
import type { BridgeMark } from '../../../shared/domain/polling/poll-plan.ts';
import type { Refusal } from '../../../shared/domain/polling/refusal.ts';
import type { ListingPeriod } from '../../../shared/domain/polling/window.ts';
import type { ColumnInfo } from '../../../shared/domain/signals/columns.ts';
import type { BuyerState, NewSignal, ScanCompletion } from '../../../shared/domain/signals/recording.ts';
import type { Signal } from '../../../shared/domain/signals/signal.ts';
import { buyerA, exampleRow } from '../examples/example-signals.ts';

/** What one reading of a list shows, page by page; an error is what the next page throws. */
export type Reading = readonly (SignalPage | Error)[];

export interface FakePolling {
  readonly ports: PollSignalsPorts;
  /** What is asked of upstream and written down, in order, such as `list Date LastOneMonths` and `record 3`. */
  readonly told: string[];
  readonly recorded: NewSignal[];
  readonly completed: ScanCompletion[];
  readonly observed: Observation[];
  /** What the plan of polls was told. */
  readonly plan: { readonly learned: Set<string>; readonly calm: Map<string, boolean>; distrusts: number };
  /** Refusals as the ledger has them; null for one that was taken back. */
  readonly refusals: Map<string, Refusal | null>;
  /** How far the rows of every bridge were looked at. */
  mark: BridgeMark;
  /** Since when the buyer's signals are news. */
  newsSince: number | null;
  /** The columns that the ledger knows, by bridge. */
  readonly columns: Map<string, readonly ColumnInfo[]>;
  /** Whose columns were asked for, and how many signals were recorded by then. */
  readonly columnsAsked: string[];
  /** Ids that the ledger knows already. */
  readonly known: Set<string>;
  buyer: BuyerState;
}

export const exampleColumn: ColumnInfo = {
  name: 'Due',
  format: 'date',
  currency: null,
  labels: {},
  analysed: false,
  internal: false,
};

export const pollNow = Date.parse('2026-11-21T08:00:00Z');

const neverLooked: BridgeMark = {
  bridgeId: '',
  seenAt: null,
  lookedAt: null,
  newestRowAt: null,
  newestSeenAt: null,
  unsortedAt: null,
  failingSince: null,
};

const liveBuyer: BuyerState = {
  buyerId: buyerA,
  state: 'LIVE',
  lastCompleteAt: pollNow - 900_000,
  lastDeepAt: pollNow - 1000,
  baselineAt: pollNow - 30 * 86_400_000,
  emptySince: null,
  baselineSince: null,
  fingerprint: null,
  ver: 4,
};

/** The number is the signal's id. */
export function listed(number: number, over: Partial<Signal> = {}): ListedSignal {
  return { id: String(number), content: exampleRow(number, over) };
}

export function unreadable(number: number): ListedSignal {
  return { id: String(number), content: { buyerId: buyerA, problem: 'row: expected an object', raw: '{}' } };
}

/** Pages of a list that stands still, two items a page unless told otherwise. */
export function pagesOf(items: readonly ListedSignal[], size = 2): SignalPage[] {
  const count = Math.max(1, Math.ceil(items.length / size));
  return Array.from({ length: count }, (_, index) => ({
    totalItems: items.length,
    items: items.slice(index * size, (index + 1) * size),
  }));
}

/** Readings of a list that moves under each of them: as many as a scan makes. */
export function movingList(items: readonly ListedSignal[]): Reading[] {
  return [7, 8, 9].map((totalItems) => [{ totalItems, items }]);
}

/**
 * Ports whose lists are given as readings in turn, by order and, where a test needs it, by period; the last one comes
 * again and again. Nothing is known at first.
 */
export function fakePolling(
  readings: {
    readonly date: readonly Reading[];
    readonly hotness?: readonly Reading[];
    readonly byPeriod?: Partial<Record<ListingPeriod, readonly Reading[]>>;
  },
  settings: Partial<PollSettings> = {},
): FakePolling {
  const told: string[] = [];
  const counts = new Map<string, number>();
  const recorded: NewSignal[] = [];
  const completed: ScanCompletion[] = [];
  const observed: Observation[] = [];
  const known = new Set<string>();
  const refusals = new Map<string, Refusal | null>();
  const columnsAsked: string[] = [];
  const columns = new Map<string, readonly ColumnInfo[]>();
  const plan = { learned: new Set<string>(), calm: new Map<string, boolean>(), distrusts: 0 };

  async function* signalPages({ order, period }: { order: 'Date' | 'Hotness'; period: ListingPeriod }) {
    const inPeriod = order === 'Date' ? readings.byPeriod?.[period] : undefined;
    const from = inPeriod ?? (order === 'Date' ? readings.date : (readings.hotness ?? []));
    const name = `${order} ${inPeriod ? period : ''}`;
    const turn = counts.get(name) ?? 0;
    counts.set(name, turn + 1);
    told.push(`list ${order} ${period}`);
    for (const page of from[Math.min(turn, from.length - 1)] ?? []) {
      if (page instanceof Error) throw page;
      yield page;
    }
  }

  const polling: FakePolling = {
    told,
    recorded,
    completed,
    observed,
    known,
    columns,
    columnsAsked,
    plan,
    refusals,
    mark: neverLooked,
    newsSince: null,
    buyer: liveBuyer,
    ports: {
      plan: {
        learnBridges: async (bridgeIds) => {
          for (const bridgeId of bridgeIds) plan.learned.add(bridgeId);
        },
        setCalm: async (buyerId, calm) => void plan.calm.set(buyerId, calm),
        readStanding: async (buyerId) => ({
          calm: plan.calm.get(buyerId) ?? false,
          refusal: refusals.get(buyerId) ?? null,
        }),
        saveRefusal: async (buyerId, refusal) => void refusals.set(buyerId, refusal),
        readBridgeMark: async (bridgeId) => ({ ...polling.mark, bridgeId }),
        distrustRows: async () => {
          plan.distrusts += 1;
          return plan.distrusts === 1;
        },
      },
      columns: {
        read: async (bridgeId) => columns.get(bridgeId),
        beginLearning: async (bridgeId) => !columns.has(bridgeId),
        list: async (bridgeId) => {
          columnsAsked.push(`${bridgeId} behind ${recorded.length}`);
          return [exampleColumn];
        },
        save: async (bridgeId, learned) => void columns.set(bridgeId, learned),
      },
      undecided: {
        awaitValues: async ({ dueAt, until }) =>
          void told.push(`await ${dueAt - pollNow} ${until - pollNow}`),
        readValueWait: async () => null,
        beginReading: async () => false,
        readUndecided: async () => [],
        settle: async () => false,
      },
      clock: { now: () => pollNow, sleep: async () => undefined },
      observe: (observation) => void observed.push(observation),
      signalPages,
      readBuyer: async () => polling.buyer,
      fingerprintOf: ({ totalItems, ids }) => `${totalItems}:${ids.join()}`,
      completeScan: async (_, completion) => {
        told.push('complete');
        completed.push(completion);
        return true;
      },
      beginBaseline: async (_, now) => {
        told.push('begin baseline');
        polling.buyer = { ...polling.buyer, baselineSince: polling.buyer.baselineSince ?? now };
      },
      readNewsSince: async () => polling.newsSince,
      findKnown: async (ids) => new Set(ids.filter((id) => known.has(id))),
      record: async (signal) => {
        told.push(`record ${signal.signalId}`);
        if (known.has(signal.signalId)) return false;
        known.add(signal.signalId);
        recorded.push(signal);
        return true;
      },
      batchSignals: (signals) => signals.map((signal) => [signal]),
      recordTogether: async (batch) => {
        told.push(`record ${batch.map(({ signalId }) => signalId).join(' and ')}`);
        if (batch.some(({ signalId }) => known.has(signalId))) return false;
        for (const { signalId } of batch) known.add(signalId);
        recorded.push(...batch);
        return true;
      },
      requestSummary: async () => {
        told.push('request summary');
        return true;
      },
      sendSummaryRequests: async () => void told.push('send summary request'),
      askToCompose: async () => void told.push('ask to compose'),
      upstreamProblem: (error) => (error instanceof TransportError ? error.message : null),
      settings: {
        routes: [
          { id: 'all', match: {}, when: 'immediately', to: { type: 'slack', webhookUrl: { secret: 'S' } } },
        ],
        hot: { topByHotness: 0, columns: [{ name: 'Match Score', atLeast: 80 }] },
        firstRun: 'baseline',
        summaryWaitMs: 600_000,
        ...settings,
      },
    },
  };
  return polling;
}

/** Ids in the order in which they were recorded. */
export function recordedIds({ recorded }: FakePolling): string[] {
  return recorded.map(({ signalId }) => signalId);
}
