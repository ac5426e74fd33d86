import type { Clock, Random } from '../domain/clock.ts';
import type { Lane } from '../domain/lane.ts';
import type {
  BridgeRowsQuery,
  BuyerSignalsQuery,
  CallOptions,
  Operation,
  RowPagesOptions,
} from './arguments.ts';
import type { Page, ReadItems } from './read-answers.ts';
import type { BridgeRow, BridgeSignal, BuyerSummaryResponse, ColumnMetadata } from './schemas.ts';

/**
 * The four operations. Each call makes up to three attempts, and then throws `HttpStatusError`, `TransportError` or,
 * for a 2xx of the wrong shape, `ContractError`.
 */
export interface BridgeApi {
  /**
   * Every column of a bridge with its settings, without paging. `raw` of an unreadable column may hold the secret of a
   * `webhookUrl`.
   */
  listColumnMetadata(bridgeId: string, call?: CallOptions): Promise<ReadItems<ColumnMetadata>>;
  listBuyerSignals(query: BuyerSignalsQuery, call?: CallOptions): Promise<Page<BridgeSignal>>;
  /** Page after page from `pageNumber` on, to what the envelope counts and on until a page is not full. */
  buyerSignalPages(query: BuyerSignalsQuery, call?: CallOptions): AsyncIterable<Page<BridgeSignal>>;
  listBridgeRows(query: BridgeRowsQuery, call?: CallOptions): Promise<Page<BridgeRow>>;
  bridgeRowPages(query: BridgeRowsQuery, call?: RowPagesOptions): AsyncIterable<Page<BridgeRow>>;
  /** A 404 says that no bridge tracks the buyer. */
  getBuyerSummary(buyerId: string, call?: CallOptions): Promise<BuyerSummaryResponse>;
}

export interface BridgeApiOptions {
  /** http or https, without query or credentials; `/api/external/…` is added to it. */
  readonly baseUrl: string;
  /** Called before each call, and once more with `fresh` after a 401 or 403. */
  readonly token: (options?: { readonly fresh?: boolean }) => Promise<string>;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly random: Random;
  /** `repeat`: `status=New&status=Saved`; `comma`: `status=New,Saved`. Default `repeat`, as contracted. */
  readonly arrayParameters?: 'repeat' | 'comma';
  /** Default: admits everything. */
  readonly gate?: RequestGate;
}

/** The client needs only this of `fetch`. The runtime's fits. Rejects after an abort. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchedAnswer>;

export interface FetchInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  /** A redirect rejects. */
  readonly redirect: 'error';
  readonly signal: AbortSignal;
  readonly body?: string;
}

export interface FetchedAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  /** Unpacked. Ends the connection when its reader stops early. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Called around each HTTP call: the place for a limiter and a breaker that all instances share. */
export interface RequestGate {
  /**
   * Resolves when the request may begin. A rejection ends the call without a retry. `deadline`: the latest moment, in
   * milliseconds since the epoch, at which the request can begin.
   */
  admit(request: GatedRequest & { readonly deadline: number | null }): Promise<Admission>;
  /**
   * Called once for each admitted request, unless the wait outlasted its deadline. `status` is null when no complete
   * answer came, and 200 for an answer over the size limit.
   */
  report(
    result: GatedRequest & {
      readonly admission: Admission;
      readonly status: number | null;
      readonly retryAfterMs: number | null;
    },
  ): Promise<void>;
  /** Called once for each call that made an attempt, with the status of the last one, as in `report`. */
  end(result: GatedRequest & { readonly status: number | null }): Promise<void>;
}

export interface GatedRequest {
  readonly operation: Operation;
  /** The call carries a token that was read again after a 401 or 403: a second rejection is not transient. */
  readonly freshToken: boolean;
  /** `CallOptions` gave both. */
  readonly lane?: Lane | undefined;
  readonly blames?: CallOptions['blames'];
}

/** The gate is told this again when the request ends. */
export interface Admission {
  /** The rate at which calls began, in calls a second. */
  readonly perSecond: number;
  /** A 429 had cut that rate so often. */
  readonly cuts: number;
  /** The request probes whether a service that was paused is back. */
  readonly isProbe: boolean;
}
