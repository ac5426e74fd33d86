import {
  type BridgeRowsQuery,
  type BuyerSignalsQuery,
  bridgeRowsQuery,
  buyerSignalsQuery,
  type CallOptions,
  callOptions,
  clientOptions,
  pathId,
  rowPagesOptions,
} from './arguments.ts';
import type { BridgeApi, BridgeApiOptions } from './bridge-api.ts';
import { createRequestBuilder, type OperationRequest } from './build-requests.ts';
import { callOperation } from './call-operation.ts';
import { checkArgument } from './check-argument.ts';
import { readBuyerSummary, readColumnMetadata, readRowPage, readSignalPage } from './read-answers.ts';
import { readAtOnce } from './read-at-once.ts';
import { readPages } from './read-pages.ts';
import { createRetryBudget } from './retry-budget.ts';

/** A client of the Bridge Data Access Service. Throws `ArgumentError` on an unknown or invalid option. */
export function createBridgeApi(options: BridgeApiOptions): BridgeApi {
  checkArgument(clientOptions, options, 'options');
  const build = createRequestBuilder(options.baseUrl, options.arrayParameters ?? 'repeat');
  const budget = createRetryBudget();
  const send = (request: OperationRequest, call?: CallOptions) =>
    callOperation(options, budget, request, call);

  const signalPage = async (query: BuyerSignalsQuery, call?: CallOptions) => {
    const { body, servedAt, size } = await send(build.buyerSignals(query), call);
    return { ...readSignalPage(body), servedAt, size };
  };
  const rowPage = async (query: BridgeRowsQuery, call?: CallOptions) => {
    const { body, servedAt, size } = await send(build.bridgeRows(query), call);
    return { ...readRowPage(body), servedAt, size };
  };

  return {
    async listColumnMetadata(bridgeId, call) {
      checkArgument(pathId, bridgeId, 'bridgeId');
      checkArgument(callOptions, call, 'call');
      return readColumnMetadata((await send(build.columnMetadata(bridgeId), call)).body);
    },
    async listBuyerSignals(query, call) {
      checkArgument(buyerSignalsQuery, query, 'query');
      checkArgument(callOptions, call, 'call');
      return signalPage(query, call);
    },
    // Not generators themselves, so that a wrong argument throws at the call, not at the first page.
    buyerSignalPages(query, call) {
      checkArgument(buyerSignalsQuery, query, 'query');
      checkArgument(callOptions, call, 'call');
      return readPages('listBuyerSignals', query.pageNumber ?? 1, (pageNumber) =>
        signalPage({ ...query, pageNumber }, call),
      );
    },
    async listBridgeRows(query, call) {
      checkArgument(bridgeRowsQuery, query, 'query');
      checkArgument(callOptions, call, 'call');
      return rowPage(query, call);
    },
    bridgeRowPages(query, options) {
      checkArgument(bridgeRowsQuery, query, 'query');
      checkArgument(rowPagesOptions, options, 'call');
      const { pagesAtOnce = 1, ...call } = options ?? {};
      const readPage = (pageNumber: number) => rowPage({ ...query, pageNumber }, call);
      const readPageOf = readAtOnce(readPage, pagesAtOnce, ({ rowId }) => rowId);
      return readPages('listBridgeRows', query.pageNumber ?? 1, readPageOf);
    },
    async getBuyerSummary(buyerId, call) {
      checkArgument(pathId, buyerId, 'buyerId');
      checkArgument(callOptions, call, 'call');
      return readBuyerSummary((await send(build.buyerSummary(buyerId), call)).body);
    },
  };
}
