import { ArgumentError } from '../domain/errors.ts';
import type { Lane } from '../domain/lane.ts';
import type { ListingPeriod } from '../domain/polling/window.ts';

/**
 * The arguments of the operations. Values that the contract leaves open are sent unchanged. Only the fields that are set
 * are sent; the defaults named here are the service's own.
 */

export type Operation = 'listColumnMetadata' | 'listBuyerSignals' | 'listBridgeRows' | 'getBuyerSummary';

export type RowStatus = 'New' | 'Actioned' | 'Saved' | 'Attending' | 'Sponsoring' | 'NotInterested';

export interface BuyerSignalsQuery {
  /** A UUID. */
  readonly buyerId: string;
  /** UUIDs: limits the list to signals of these bridges. */
  readonly triggerIds?: readonly string[] | undefined;
  /** Default `Date`; always descending. */
  readonly sort?: 'Date' | 'Hotness' | undefined;
  /** Pages are counted from 1; default 1. */
  readonly pageNumber?: number | undefined;
  /**
   * A page has 1 or more; default 10. Its upper bound is not contracted: trust the envelope. A page over 1,000 items
   * is refused.
   */
  readonly pageSize?: number | undefined;
  /** Types of bridges: docs/openapi.yaml lists them. */
  readonly filterType?: readonly string[] | undefined;
  /** Default `New`. */
  readonly status?: readonly RowStatus[] | undefined;
  /** Lower bound on the signal's date, which the answer does not include; default `LastOneMonths`. */
  readonly relativeDatePeriodFrom?: ListingPeriod | undefined;
}

export interface RowSort {
  /**
   * A columnId, or a field of the entry: `entryId`, `entryName`, `triggeredAt`, or `rowUpdatedAt`, which is not
   * contracted. A column's name or key is refused.
   */
  readonly column: string;
  /** `ASC` or `DESC` in known services. Not contracted. */
  readonly direction?: unknown;
}

export interface BridgeRowsQuery {
  /** Any text: the contract does not require a UUID in a path. */
  readonly bridgeId: string;
  /**
   * A row must satisfy every term; without terms or filters: all rows. The form of a term is not contracted: any object
   * is sent unchanged. In known services it is `{field, operation, value}`: docs/openapi.yaml lists them.
   */
  readonly filters?: { readonly terms: readonly Readonly<Record<string, unknown>>[] } | undefined;
  readonly sorts?: readonly RowSort[] | null | undefined;
  /** Full text. */
  readonly query?: string | null | undefined;
  /** Pages are counted from 1; default 1. */
  readonly pageNumber?: number | undefined;
  /** 1 to 100; the client asks for 20 unless told otherwise (the service's own default is 10). */
  readonly pageSize?: number | undefined;
}

export interface CallOptions {
  /**
   * Milliseconds since the epoch. An attempt starts only if its whole timeout (lists 15 s, summary 60 s) ends before
   * it; otherwise the last error is thrown, or a `TransportError` TIMEOUT before the first attempt.
   */
  readonly deadline?: number | undefined;
  /** The calls of a lane share a limiter and a breaker. Default: the lane of its operation. */
  readonly lane?: Lane | undefined;
  /**
   * A failure says of the service: `all`, it is away or the token is rejected; `service`, only the former; `token`, only
   * the latter; `nothing`, for a list that is known to fail. Default: it counts among the calls of its operation.
   */
  readonly blames?: 'all' | 'service' | 'token' | 'nothing' | undefined;
}

export interface RowPagesOptions extends CallOptions {
  /**
   * Reads that many pages at once after the first, for a caller that wants all of them. They are read one after the
   * other once one fails, or if the list changes meanwhile. Default 1.
   */
  readonly pagesAtOnce?: number | undefined;
}

/**
 * An id as one segment of a path. Ids come from the service's rows, too. Throws `ArgumentError` on the few texts that
 * can't be one: in a URL `..` means another operation.
 */
export function pathSegment(field: 'bridgeId' | 'buyerId', id: string): string {
  if (id !== '' && id !== '.' && id !== '..' && id.isWellFormed()) return encodeURIComponent(id);
  throw new ArgumentError(field, `${field}: found ${JSON.stringify(id)}, which can't be part of an address`);
}
