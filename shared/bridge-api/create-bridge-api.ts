import type { BridgeApi, BridgeApiOptions, CallOptions } from './bridge-api.ts';
import { createRequestBuilder } from './build-requests.ts';
import { callOperation } from './call-operation.ts';
import { checkBridgeRowsQuery, checkBuyerSignalsQuery, checkUuid } from './check-arguments.ts';
import type { OperationRequest } from './operation-request.ts';
import { readBuyerSummary, readColumnMetadata, readRowPage, readSignalPage } from './read-answers.ts';
import { readPages } from './read-pages.ts';
import { createRetryBudget } from './retry-budget.ts';
import type { BridgeRowsQuery, BuyerSignalsQuery } from './types.ts';

/** A client of the Bridge Data Access Service. Throws `ArgumentError` on a `baseUrl` that can't be one. */
export function createBridgeApi(options: BridgeApiOptions): BridgeApi {
  const build = createRequestBuilder(options.baseUrl, options.arrayParameters ?? 'repeat');
  const budget = createRetryBudget();
  const send = (request: OperationRequest, call?: CallOptions) =>
    callOperation(options, budget, request, call);

  const signalPage = async (query: BuyerSignalsQuery, call?: CallOptions) =>
    readSignalPage(await send(build.buyerSignals(query), call));
  const rowPage = async (query: BridgeRowsQuery, call?: CallOptions) =>
    readRowPage(await send(build.bridgeRows(query), call));

  return {
    async listColumnMetadata(bridgeId, call) {
      checkUuid('bridgeId', bridgeId);
      return readColumnMetadata(await send(build.columnMetadata(bridgeId), call));
    },
    async listBuyerSignals(query, call) {
      checkBuyerSignalsQuery(query);
      return signalPage(query, call);
    },
    // The iterations are no generators themselves: a wrong argument shows at the call, not at its first page.
    buyerSignalPages(query, call) {
      checkBuyerSignalsQuery(query);
      return readPages('listBuyerSignals', query.pageNumber ?? 1, (pageNumber) =>
        signalPage({ ...query, pageNumber }, call),
      );
    },
    async listBridgeRows(query, call) {
      checkBridgeRowsQuery(query);
      return rowPage(query, call);
    },
    bridgeRowPages(query, call) {
      checkBridgeRowsQuery(query);
      return readPages('listBridgeRows', query.pageNumber ?? 1, (pageNumber) =>
        rowPage({ ...query, pageNumber }, call),
      );
    },
    async getBuyerSummary(buyerId, call) {
      checkUuid('buyerId', buyerId);
      return readBuyerSummary(await send(build.buyerSummary(buyerId), call));
    },
  };
}
