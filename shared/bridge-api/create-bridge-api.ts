import { listCallMs, summaryCallMs } from '../domain/upstream/call-times.ts';
import { type BridgeRowsQuery, type BuyerSignalsQuery, type CallOptions, pathSegment } from './arguments.ts';
import type { BridgeApi, BridgeApiOptions } from './bridge-api.ts';
import { callOperation } from './call-operation.ts';
import { readItems, readPage, readSignal, readWhole, readWith } from './read-answers.ts';
import { readPages } from './read-pages.ts';
import { arraySchema, buyerSummarySchema, columnMetadataSchema, rowSchema } from './schemas.ts';
import type { OperationRequest } from './send-request.ts';

/** The contract prefers 20 or fewer; the service's own default is 10. */
const rowPageSize = 20;

/** A client of the Bridge Data Access Service. */
export function createBridgeApi(options: BridgeApiOptions): BridgeApi {
  const base = `${options.baseUrl.replace(/\/+$/, '')}/api/external`;
  const send = (request: OperationRequest, call?: CallOptions) => callOperation(options, request, call);

  const signalPage = async (query: BuyerSignalsQuery, call?: CallOptions) => {
    const request = { operation: 'listBuyerSignals', method: 'GET' } as const;
    const url = `${base}/feed/all/buyer-signals${writeQuery({ ...query }, options.arrayParameters)}`;
    return readPage(await send({ ...request, url, timeoutMs: listCallMs }, call), readSignal);
  };
  const rowPage = async (
    { bridgeId, pageNumber, pageSize = rowPageSize, filters, sorts, query }: BridgeRowsQuery,
    call?: CallOptions,
  ) => {
    const request = { operation: 'listBridgeRows', method: 'PUT' } as const;
    const url = `${base}/bridge/${pathSegment('bridgeId', bridgeId)}/row${writeQuery({ pageNumber, pageSize })}`;
    const body = JSON.stringify({ filters, sorts, query });
    const answer = await send({ ...request, url, body, timeoutMs: listCallMs }, call);
    return readPage(answer, (row) => readWith(rowSchema, row));
  };

  return {
    async listColumnMetadata(bridgeId, call) {
      const request = { operation: 'listColumnMetadata', method: 'GET' } as const;
      const url = `${base}/bridge/${pathSegment('bridgeId', bridgeId)}/column/metadata`;
      const list = readWhole(arraySchema, await send({ ...request, url, timeoutMs: listCallMs }, call));
      return readItems(list, (item) => readWith(columnMetadataSchema, item));
    },
    listBuyerSignals: signalPage,
    buyerSignalPages(query, call) {
      return readPages({
        operation: 'listBuyerSignals',
        first: query.pageNumber,
        readPage: (pageNumber) => signalPage({ ...query, pageNumber }, call),
        idOf: ({ bridge, row }) => `${bridge.bridgeId}/${row.rowId}`,
      });
    },
    listBridgeRows: rowPage,
    bridgeRowPages(query, options) {
      const { pagesAtOnce, ...call } = options ?? {};
      return readPages({
        operation: 'listBridgeRows',
        first: query.pageNumber,
        readPage: (pageNumber) => rowPage({ ...query, pageNumber }, call),
        atOnce: pagesAtOnce,
        idOf: ({ rowId }) => rowId,
      });
    },
    async getBuyerSummary(buyerId, call) {
      const request = { operation: 'getBuyerSummary', method: 'GET' } as const;
      const url = `${base}/buyer/${pathSegment('buyerId', buyerId)}/summary`;
      const answer = await send({ ...request, url, timeoutMs: summaryCallMs }, call);
      return readWhole(buyerSummarySchema, answer);
    },
  };
}

type QueryValue = string | number | readonly string[] | undefined;

function writeQuery(query: Readonly<Record<string, QueryValue>>, arrays = 'repeat'): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value !== 'object') return [`${name}=${encodeURIComponent(value)}`];
    const texts = value.map(encodeURIComponent);
    if (arrays === 'repeat') return texts.map((text) => `${name}=${text}`);
    return texts.length === 0 ? [] : [`${name}=${texts.join(',')}`];
  });
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}
