import type { Clock, Random } from '../domain/clock.ts';
import type { StatedLimit } from '../domain/upstream/stated-limit.ts';
import type {
  BridgeRow,
  BridgeRowsQuery,
  BridgeSignal,
  BuyerSignalsQuery,
  BuyerSummaryResponse,
  ColumnMetadataList,
  Page,
} from './types.ts';

export type Operation = 'listColumnMetadata' | 'listBuyerSignals' | 'listBridgeRows' | 'getBuyerSummary';

/**
 * The four operations. Each call checks its arguments first (`ArgumentError`), makes up to three attempts, and then
 * throws `HttpStatusError`, `TransportError` or, for a 2xx of the wrong shape, `ContractError`. A client's retries are
 * limited to ten plus a tenth of its calls; beyond that each call gets one attempt.
 */
export interface BridgeApi {
  /** Every column of a bridge, with its settings. */
  listColumnMetadata(bridgeId: string, call?: CallOptions): Promise<ColumnMetadataList>;
  listBuyerSignals(query: BuyerSignalsQuery, call?: CallOptions): Promise<Page<BridgeSignal>>;
  /** Page after page from `pageNumber` to the last page, by the envelope's count of items or of pages. */
  buyerSignalPages(query: BuyerSignalsQuery, call?: CallOptions): AsyncIterable<Page<BridgeSignal>>;
  listBridgeRows(query: BridgeRowsQuery, call?: CallOptions): Promise<Page<BridgeRow>>;
  bridgeRowPages(query: BridgeRowsQuery, call?: RowPagesOptions): AsyncIterable<Page<BridgeRow>>;
  /** 404 with the problemCode `resource.buyer.summary.empty` says that no bridge tracks the buyer. */
  getBuyerSummary(buyerId: string, call?: CallOptions): Promise<BuyerSummaryResponse>;
}

export interface CallOptions {
  /**
   * Milliseconds since the epoch. An attempt starts only if its whole timeout (lists 15 s, summary 60 s) ends before
   * it; otherwise the last error is thrown, or a `TransportError` TIMEOUT before the first attempt.
   */
  readonly deadline?: number;
  /**
   * The caller can do without the answer. The gate then does not count a failed call as a failure of the service.
   * @default false
   */
  readonly optional?: boolean;
  /** Passed on to the gate, which may limit the calls of a purpose apart from others. */
  readonly purpose?: string;
  /** Aborts the call, its waits too; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

export interface RowPagesOptions extends CallOptions {
  /**
   * Reads that many pages at once after the first, ten at most, for a caller that wants all of them. They are read one after
   * the other once one fails, or if the list changes meanwhile.
   * @default 1
   */
  readonly pagesAtOnce?: number;
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
  /**
   * Called at the start of each HTTP call; `attempt` counts from 1 within a call and includes the repeat after a 401.
   */
  readonly onRequest?: (request: { readonly operation: Operation; readonly attempt: number }) => void;
}

/** What the client needs of `fetch`. The runtime's fits. Rejects with the signal's reason after an abort. */
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
  /** Whether the status is a 2xx. */
  readonly ok: boolean;
  readonly headers: { get(name: string): string | null };
  /** Unpacked. Ends the connection when its reader stops early. */
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** Called around each HTTP call: the place for a limiter and a breaker that all instances share. */
export interface RequestGate {
  /**
   * Resolves when the request may begin. A rejection ends the call without a retry. `deadline`: the latest moment, in
   * milliseconds since the epoch, at which the request can begin. `freshToken`: see `report`.
   */
  admit(request: {
    readonly operation: Operation;
    readonly deadline: number | null;
    readonly freshToken: boolean;
    /** From `CallOptions`, like `purpose`. */
    readonly optional?: boolean;
    readonly purpose?: string | undefined;
  }): Promise<void>;
  /**
   * Called once for each admitted request, unless the caller aborted it or the wait outlasted its deadline. `status`
   * is null when no complete answer came, and 200 for an answer over the size limit.
   */
  report(result: {
    readonly operation: Operation;
    /** The id of the requested buyer or bridge: a 403 may concern that one alone. */
    readonly subject: string;
    readonly status: number | null;
    readonly retryAfterMs: number | null;
    /** What the answer's headers say of the limit; absent if nothing. */
    readonly limit?: StatedLimit | undefined;
    /** How long a complete answer took, in milliseconds; absent if none came. */
    readonly tookMs?: number | undefined;
    /** The call carried a token that was read again after a 401 or 403: a second rejection is not transient. */
    readonly freshToken: boolean;
    readonly optional?: boolean;
    readonly purpose?: string | undefined;
  }): Promise<void>;
}
