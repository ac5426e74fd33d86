export { ArgumentError, ContractError, HttpStatusError, TransportError } from '../domain/errors.ts';
export type {
  BridgeRowsQuery,
  BuyerSignalsQuery,
  CallOptions,
  FilterType,
  Operation,
  RowPagesOptions,
} from './arguments.ts';
export type {
  Admission,
  BridgeApi,
  BridgeApiOptions,
  Fetch,
  FetchedAnswer,
  FetchInit,
  RequestGate,
} from './bridge-api.ts';
export type { BuyerSummaryBlock, BuyerSummaryResponse, BuyerSummarySource } from './buyer-summary.ts';
export { cellValue, isUnsettled } from './cell-value.ts';
export type { ColumnMetadata } from './column-metadata.ts';
export { createBridgeApi } from './create-bridge-api.ts';
export { nameCells } from './name-cells.ts';
export type { Page, ReadItems, UnreadableItem } from './read-answers.ts';
export { isLastPage, lastPageOf } from './read-pages.ts';
export type { Bridge, BridgeColumn, BridgeRow, BridgeSignal, Envelope, FieldFormat } from './signals.ts';
export { isId, isRecord } from './tolerant-schema.ts';
