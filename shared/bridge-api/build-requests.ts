import { ArgumentError } from '../domain/errors.ts';
import { listCallMs, summaryCallMs } from '../domain/upstream/call-times.ts';
import type { BridgeRowsQuery, BuyerSignalsQuery, Operation } from './arguments.ts';

/** One operation as an HTTP request, which can be sent repeatedly. */
export interface OperationRequest {
  readonly operation: Operation;
  /** The id of the requested buyer or bridge. */
  readonly subject: string;
  readonly method: 'GET' | 'PUT';
  readonly url: string;
  /** JSON text. */
  readonly body?: string;
  /** For the whole attempt: connection, answer and body. */
  readonly timeoutMs: number;
}

/** Writes each operation as an HTTP request. Only fields that the query sets are sent. */
export interface RequestBuilder {
  columnMetadata(bridgeId: string): OperationRequest;
  buyerSignals(query: BuyerSignalsQuery): OperationRequest;
  bridgeRows(query: BridgeRowsQuery): OperationRequest;
  buyerSummary(buyerId: string): OperationRequest;
}

/** The contract prefers 20 or fewer; the service's own default is 10. */
const rowPageSize = 20;

/** Throws `ArgumentError` on an invalid `baseUrl`. */
export function createRequestBuilder(baseUrl: string, arrayParameters: 'repeat' | 'comma'): RequestBuilder {
  const base = checkBaseUrl(baseUrl);
  const address = (path: string, query: Parameters<typeof writeQuery>[0] = {}) =>
    `${base}/api/external/${path}${writeQuery(query, arrayParameters)}`;
  return {
    columnMetadata: (bridgeId) => ({
      operation: 'listColumnMetadata',
      subject: bridgeId,
      method: 'GET',
      url: address(`bridge/${encodeURIComponent(bridgeId)}/column/metadata`),
      timeoutMs: listCallMs,
    }),
    buyerSignals: (query) => ({
      operation: 'listBuyerSignals',
      subject: query.buyerId,
      method: 'GET',
      url: address('feed/all/buyer-signals', { ...query }),
      timeoutMs: listCallMs,
    }),
    bridgeRows: ({ bridgeId, pageNumber, pageSize = rowPageSize, filters, sorts, query }) => ({
      operation: 'listBridgeRows',
      subject: bridgeId,
      method: 'PUT',
      url: address(`bridge/${encodeURIComponent(bridgeId)}/row`, { pageNumber, pageSize }),
      body: JSON.stringify({ filters, sorts, query }),
      timeoutMs: listCallMs,
    }),
    buyerSummary: (buyerId) => ({
      operation: 'getBuyerSummary',
      subject: buyerId,
      method: 'GET',
      url: address(`buyer/${encodeURIComponent(buyerId)}/summary`),
      timeoutMs: summaryCallMs,
    }),
  };
}

type QueryValue = string | number | readonly string[] | undefined;

function writeQuery(query: Readonly<Record<string, QueryValue>>, arrays: 'repeat' | 'comma'): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value !== 'object') return [`${name}=${encodeURIComponent(value)}`];
    const texts = value.map(encodeURIComponent);
    if (arrays === 'repeat') return texts.map((text) => `${name}=${text}`);
    return texts.length === 0 ? [] : [`${name}=${texts.join(',')}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

/** Never quotes the address: its path or userinfo may hold a secret. */
function checkBaseUrl(baseUrl: string): string {
  const refuse = (found: string) =>
    new ArgumentError('baseUrl', `baseUrl: ${found}; it must look like https://bridge.example.com`);
  const url = URL.parse(baseUrl);
  if (!url) throw refuse('it is not a valid URL');
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(`its scheme is ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw refuse('it carries credentials');
  if (url.search !== '' || url.hash !== '') throw refuse('it has a query or a fragment');
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
