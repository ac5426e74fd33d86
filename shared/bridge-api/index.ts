export { ArgumentError, ContractError, HttpStatusError, TransportError } from '../domain/errors.ts';
export type {
  BridgeApi,
  BridgeApiOptions,
  CallOptions,
  Fetch,
  FetchedAnswer,
  FetchInit,
  Operation,
  RequestGate,
  RowPagesOptions,
} from './bridge-api.ts';
export { cellValue, isUnsettled } from './cell-value.ts';
export { createBridgeApi } from './create-bridge-api.ts';
export { filterTypes, rowStatuses } from './enumerations.ts';
export { isRecord } from './is-record.ts';
export { nameCells } from './name-cells.ts';
export { lastPageOf } from './read-pages.ts';
export { resolveSortColumn } from './sort-column.ts';
export { isId } from './tolerant-schema.ts';
export type * from './types.ts';
export { isUuid } from './uuid.ts';
