export { ArgumentError, ContractError, HttpStatusError, TransportError } from '../domain/errors.ts';
export { isRecord } from '../domain/is-record.ts';
export type {
  BridgeRowsQuery,
  BuyerSignalsQuery,
  CallOptions,
  Operation,
  RowPagesOptions,
  RowStatus,
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
export { cellValue, isUnsettled, nameCells } from './cells.ts';
export { createBridgeApi } from './create-bridge-api.ts';
export type { Page, ReadItems, UnreadableItem } from './read-answers.ts';
export { isLastPage, lastPageOf } from './read-pages.ts';
export type {
  Bridge,
  BridgeColumn,
  BridgeRow,
  BridgeSignal,
  BuyerSummaryBlock,
  BuyerSummaryResponse,
  BuyerSummarySource,
  ColumnMetadata,
  Envelope,
  FieldFormat,
} from './schemas.ts';
export { signalOf } from './signal-of.ts';
export { isId } from './tolerant-schema.ts';
