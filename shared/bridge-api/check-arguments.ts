import type { BridgeApiOptions, CallOptions, RowPagesOptions } from './bridge-api.ts';
import {
  checkList,
  checkNames,
  checkOneOf,
  checkPathId,
  checkUuid,
  checkWhole,
  type NamesOf,
  refuse,
} from './check-values.ts';
import {
  arrayParameterForms,
  filterTypes,
  relativeDatePeriods,
  rowStatuses,
  signalSorts,
} from './enumerations.ts';
import { isRecord } from './is-record.ts';
import { checkSortColumn } from './sort-column.ts';
import type { BridgeFilters, BridgeRowsQuery, BuyerSignalsQuery } from './types.ts';

/**
 * Each function throws `ArgumentError` on a request that the contract does not allow. For a misspelt name or value the
 * service would return a different list. Values that the contract leaves open are not checked.
 */

const optionNames: NamesOf<BridgeApiOptions> = {
  baseUrl: true,
  token: true,
  fetch: true,
  clock: true,
  random: true,
  arrayParameters: true,
  gate: true,
  onRequest: true,
};
const callNames: NamesOf<CallOptions> = { deadline: true, optional: true, purpose: true, signal: true };
const signalsNames: NamesOf<BuyerSignalsQuery> = {
  buyerId: true,
  triggerIds: true,
  sort: true,
  pageNumber: true,
  pageSize: true,
  filterType: true,
  status: true,
  relativeDatePeriodFrom: true,
};
const rowsNames: NamesOf<BridgeRowsQuery> = {
  bridgeId: true,
  filters: true,
  sorts: true,
  query: true,
  pageNumber: true,
  pageSize: true,
};
const filtersNames: NamesOf<BridgeFilters> = { terms: true };

export function checkClientOptions(options: BridgeApiOptions): void {
  checkNames('options', options, optionNames, 'createBridgeApi');
  const { arrayParameters } = options;
  if (arrayParameters !== undefined) checkOneOf('arrayParameters', arrayParameters, arrayParameterForms);
}

export function checkCallOptions(call: CallOptions | undefined): void {
  if (call !== undefined) checkNames('call', call, callNames, 'a call');
}

export function checkRowPagesOptions(options: RowPagesOptions | undefined): void {
  if (options === undefined) return;
  checkNames('call', options, { ...callNames, pagesAtOnce: true }, 'a call');
  if (options.pagesAtOnce !== undefined) checkWhole('pagesAtOnce', options.pagesAtOnce, 10);
}

export function checkBuyerSignalsQuery(query: BuyerSignalsQuery): void {
  checkNames('query', query, signalsNames, 'listBuyerSignals');
  const { triggerIds, sort, filterType, status, relativeDatePeriodFrom } = query;
  checkUuid('buyerId', query.buyerId);
  if (triggerIds !== undefined) checkList('triggerIds', triggerIds, checkUuid);
  if (sort !== undefined) checkOneOf('sort', sort, signalSorts);
  checkPaging(query);
  if (filterType !== undefined) checkList('filterType', filterType, among(filterTypes));
  if (status !== undefined) checkList('status', status, among(rowStatuses));
  if (relativeDatePeriodFrom !== undefined) {
    checkOneOf('relativeDatePeriodFrom', relativeDatePeriodFrom, relativeDatePeriods);
  }
}

export function checkBridgeRowsQuery(query: BridgeRowsQuery): void {
  checkNames('query', query, rowsNames, 'listBridgeRows');
  const { bridgeId, filters, sorts, query: fullText } = query;
  checkPathId('bridgeId', bridgeId);
  checkPaging(query, 100);
  if (fullText !== undefined && fullText !== null && typeof fullText !== 'string') {
    refuse('query', fullText, 'must be text, or null');
  }
  if (filters !== undefined) checkFilters(filters);
  if (sorts !== undefined && sorts !== null) checkList('sorts', sorts, checkSort);
}

function checkPaging(
  { pageNumber, pageSize }: Pick<BuyerSignalsQuery, 'pageNumber' | 'pageSize'>,
  largestPage?: number,
): void {
  if (pageNumber !== undefined) checkWhole('pageNumber', pageNumber);
  if (pageSize !== undefined) checkWhole('pageSize', pageSize, largestPage);
}

function checkFilters(filters: BridgeFilters): void {
  checkNames('filters', filters, filtersNames, 'filters', 'filters.');
  checkList('filters.terms', filters.terms, (field, term) => {
    if (!isRecord(term)) refuse(field, term, 'must be an object');
  });
}

function checkSort(field: string, sort: unknown): void {
  if (!isRecord(sort)) refuse(field, sort, 'must be an object {column, direction}');
  checkSortColumn(`${field}.column`, sort.column);
}

function among(known: readonly string[]): (field: string, value: unknown) => void {
  return (field, value) => checkOneOf(field, value, known);
}
