import type {
  BridgeApi,
  BridgeSignal,
  BuyerSignalsQuery,
  BuyerSummaryResponse,
  Page,
} from '../../../shared/bridge-api/index.ts';
import { HttpStatusError, TransportError } from '../../../shared/domain/errors.ts';
import { bridgeId, rowUuid } from '../../support/example-signals.ts';
import type { FaultInjector } from '../../support/fault-injector.ts';

export interface UpstreamSignal {
  readonly buyerId: string;
  readonly number: number;
  /** Days before its arrival that its signal date lies. */
  readonly datedBackDays?: number;
  readonly score?: number;
  readonly unreadable?: boolean;
}

interface Kept extends UpstreamSignal {
  readonly arrivedAt: number;
  readonly datedAt: number;
}

export interface SimulatedUpstream {
  readonly api: BridgeApi;
  arrive(...signals: readonly UpstreamSignal[]): void;
  /** Somebody acts on a row: it leaves the list, and later ones move a page up. */
  act(number: number): void;
  /** Done after the first page of the next lists of more than one, one of them in each; instead of what was planned. */
  duringNextListings(...happens: readonly (() => void)[]): void;
  /** Whether a list that began at that time or later was read while it stood still. */
  stoodStillSince(buyerId: string, time: number): boolean;
  /** `generating` until told otherwise; `none` is a 404. */
  setSummary(buyerId: string, state: 'generating' | 'ready' | 'none'): void;
  /** All that ever arrived, as ids in the ledger with when they came. */
  arrivals(): ReadonlyMap<string, number>;
  /** The ids that a three-month list shows now. */
  listed(buyerId: string): string[];
}

const dayMs = 86_400_000;
const daysOf: Readonly<Record<string, number>> = {
  LastOneMonths: 30,
  LastTwoMonths: 60,
  LastThreeMonths: 90,
};
/** Small, so that few signals make several pages. */
const pageSize = 3;

export function createUpstream(clock: { now(): number }, injector: FaultInjector): SimulatedUpstream {
  const kept = new Map<number, Kept>();
  const arrived = new Map<string, number>();
  const summaries = new Map<string, string>();
  const between: (() => void)[] = [];
  const stoodStill = new Map<string, number>();
  const changes = new Map<string, number>();
  const change = (buyerId: string): void => void changes.set(buyerId, (changes.get(buyerId) ?? 0) + 1);

  const list = (buyerId: string, days: number): Kept[] =>
    [...kept.values()]
      .filter((one) => one.buyerId === buyerId && one.datedAt >= clock.now() - days * dayMs)
      .sort((a, b) => b.datedAt - a.datedAt || b.number - a.number);

  const readPage = async (query: BuyerSignalsQuery, pageNumber: number): Promise<Page<BridgeSignal>> => {
    const found = list(query.buyerId, daysOf[query.relativeDatePeriodFrom ?? 'LastOneMonths'] ?? 30);
    if (query.sort === 'Hotness') found.sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
    const shown = found.slice((pageNumber - 1) * pageSize, pageNumber * pageSize);
    return {
      pageNumber,
      pageSize,
      totalItems: found.length,
      totalPages: Math.max(1, Math.ceil(found.length / pageSize)),
      result: shown.filter((one) => !one.unreadable).map(toSignal),
      unreadable: shown
        .filter((one) => one.unreadable)
        .map((one) => ({ index: 0, problem: 'row: expected an object', raw: `{"row":${one.number}}` })),
    };
  };

  async function* buyerSignalPages(query: BuyerSignalsQuery): AsyncGenerator<Page<BridgeSignal>> {
    const startedAt = clock.now();
    const changesBefore = changes.get(query.buyerId);
    let pageNumber = 0;
    let totalPages = 1;
    try {
      while (pageNumber < totalPages) {
        if (pageNumber > 0 && query.sort === 'Date') between.shift()?.();
        const page = await injector.run(`list.${query.sort}`, () => readPage(query, pageNumber + 1), cut);
        pageNumber += 1;
        totalPages = page.totalPages;
        yield page;
      }
    } finally {
      // A reader may stop after the first page by right, when that equals the last scan's.
      const readable = pageNumber === 1 || pageNumber >= totalPages;
      if (readable && changes.get(query.buyerId) === changesBefore) stoodStill.set(query.buyerId, startedAt);
    }
  }

  const getBuyerSummary = async (buyerId: string): Promise<BuyerSummaryResponse> => {
    const state = summaries.get(buyerId) ?? 'generating';
    if (state === 'none') throw new HttpStatusError(404, 'getBuyerSummary: 404');
    const summary = state === 'ready' ? { whatsRecent: { intro: 'News.' } } : null;
    return { buyerId, needsRegeneration: summary === null, summary, score: 5 };
  };

  const notSimulated = (): never => {
    throw new Error('the simulation has no such call');
  };

  return {
    api: {
      listColumnMetadata: notSimulated,
      listBuyerSignals: notSimulated,
      listBridgeRows: notSimulated,
      bridgeRowPages: notSimulated,
      buyerSignalPages,
      getBuyerSummary: (buyerId) => injector.run('summary', () => getBuyerSummary(buyerId), cut),
    },
    arrive(...signals) {
      for (const signal of signals) {
        const arrivedAt = clock.now();
        change(signal.buyerId);
        kept.set(signal.number, {
          ...signal,
          arrivedAt,
          datedAt: arrivedAt - (signal.datedBackDays ?? 0) * dayMs,
        });
        if (!signal.unreadable) arrived.set(idOf(signal), arrivedAt);
      }
    },
    act(number) {
      change(kept.get(number)?.buyerId ?? '');
      kept.delete(number);
    },
    duringNextListings: (...happens) => void between.splice(0, between.length, ...happens),
    stoodStillSince: (buyerId, time) => (stoodStill.get(buyerId) ?? Number.NEGATIVE_INFINITY) >= time,
    setSummary: (buyerId, state) => void summaries.set(buyerId, state),
    arrivals: () => arrived,
    listed: (buyerId) =>
      list(buyerId, 90)
        .filter((one) => !one.unreadable)
        .map(idOf),
  };
}

function idOf({ number }: UpstreamSignal): string {
  return `${bridgeId}#${rowUuid(number)}`;
}

function toSignal({ buyerId, number, score = 0 }: Kept): BridgeSignal {
  return {
    bridge: { bridgeId, name: 'Tenders' },
    row: { rowId: rowUuid(number), name: `Tender ${number}`, buyerId, columns: { Score: score } },
  };
}

function cut(): Error {
  return new TransportError('CONNECTION_CUT', 'listBuyerSignals: the connection was cut');
}
