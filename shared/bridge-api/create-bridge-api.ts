import type { BridgeApi, BridgeApiOptions, CallOptions } from './bridge-api.ts';
import { createRequestBuilder } from './build-requests.ts';
import { callOperation } from './call-operation.ts';
import {
  checkBridgeRowsQuery,
  checkBuyerSignalsQuery,
  checkCallOptions,
  checkClientOptions,
  checkRowPagesOptions,
} from './check-arguments.ts';
import { checkPathId } from './check-values.ts';
import type { OperationRequest } from './operation-request.ts';
import { readBuyerSummary, readColumnMetadata, readRowPage, readSignalPage } from './read-answers.ts';
import { readAtOnce } from './read-at-once.ts';
import { readPages } from './read-pages.ts';
import { createRetryBudget } from './retry-budget.ts';
import type { BridgeRowsQuery, BuyerSignalsQuery } from './types.ts';

/** A client of the Bridge Data Access Service. Throws `ArgumentError` on an unknown or invalid option. */
export function createBridgeApi(options: BridgeApiOptions): BridgeApi {
  checkClientOptions(options);
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
      checkPathId('bridgeId', bridgeId);
      checkCallOptions(call);
      return readColumnMetadata((await send(build.columnMetadata(bridgeId), call)).body);
    },
    async listBuyerSignals(query, call) {
      checkBuyerSignalsQuery(query);
      checkCallOptions(call);
      return signalPage(query, call);
    },
    // Not generators themselves, so that a wrong argument throws at the call, not at the first page.
    buyerSignalPages(query, call) {
      checkBuyerSignalsQuery(query);
      checkCallOptions(call);
      return readPages('listBuyerSignals', query.pageNumber ?? 1, (pageNumber) =>
        signalPage({ ...query, pageNumber }, call),
      );
    },
    async listBridgeRows(query, call) {
      checkBridgeRowsQuery(query);
      checkCallOptions(call);
      return rowPage(query, call);
    },
    bridgeRowPages(query, options) {
      checkBridgeRowsQuery(query);
      checkRowPagesOptions(options);
      const { pagesAtOnce = 1, ...call } = options ?? {};
      const readPage = (pageNumber: number) => rowPage({ ...query, pageNumber }, call);
      const readPageOf = readAtOnce(readPage, pagesAtOnce, ({ rowId }) => rowId);
      return readPages('listBridgeRows', query.pageNumber ?? 1, readPageOf);
    },
    async getBuyerSummary(buyerId, call) {
      checkPathId('buyerId', buyerId);
      checkCallOptions(call);
      return readBuyerSummary((await send(build.buyerSummary(buyerId), call)).body);
    },
  };
}
