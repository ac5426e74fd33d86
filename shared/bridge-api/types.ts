import type { filterTypes, relativeDatePeriods, rowStatuses, signalSorts } from './enumerations.ts';

/**
 * The Bridge Data Access Service's data as types. A field that the contract does not require may be absent or null. A
 * request's values are a closed set, checked before a call. An answer's values are open: `Open<…>` lists the known
 * values of an enumeration that grows without notice.
 */
export type Open<Known extends string> = Known | (string & {});

export type WebAgentModel = Open<
  'Lite' | 'Base' | 'Core' | 'Core2X' | 'Pro' | 'Ultra' | 'UltraTwoX' | 'UltraFourX' | 'UltraEightX'
>;
export type SignalSort = (typeof signalSorts)[number];
/** The types that a request may ask for. Answers may hold others: `TopBuyer` and `VendorPresence` were seen. */
export type FilterType = (typeof filterTypes)[number];
export type RowStatus = (typeof rowStatuses)[number];
export type RelativeDatePeriod = (typeof relativeDatePeriods)[number];
/** How far the service has processed a cell or a row. Not contracted. */
export type ProcessingStatus = Open<
  'NotProcessed' | 'Queued' | 'Processing' | 'Processed' | 'Failed' | 'Skipped'
>;
/** Not contracted. */
export type BaseFormat = Open<
  | 'text'
  | 'date'
  | 'url'
  | 'number'
  | 'enumeration'
  | 'list'
  | 'obj'
  | 'json'
  | 'phone'
  | 'email'
  | 'boolean'
  | 'currencyUnit'
>;

/** The pagination envelope as received. */
export interface Envelope<Item> {
  readonly pageNumber: number;
  readonly pageSize: number;
  readonly totalItems: number;
  readonly totalPages: number;
  readonly result: readonly Item[];
}

/** The items of a list that could be read, and those that could not. */
export interface ReadItems<Item> {
  readonly result: readonly Item[];
  readonly unreadable: readonly UnreadableItem[];
  /** The service's time of the answer (the `Date` header), milliseconds since the epoch; null without the header. */
  readonly servedAt?: number | null;
  /** Of a page: the length of its JSON, in UTF-16 units. */
  readonly size?: number;
}

/** An envelope as the client returns it. */
export interface Page<Item> extends Omit<Envelope<Item>, 'result'>, ReadItems<Item> {}

/** The columns of a bridge, without paging. `raw` of an unreadable column may hold the secret of a `webhookUrl`. */
export type ColumnMetadataList = ReadItems<ColumnMetadata>;

export interface UnreadableItem {
  /** Its place in `result` as received, from 0. */
  readonly index: number;
  /** What is wrong, in one sentence, without any of the item's content. */
  readonly problem: string;
  /** The item's JSON text. */
  readonly raw: string;
}

export interface FieldFormat {
  readonly description?: string | null;
  readonly enumerationValues?: readonly EnumerationValue[] | null;
  readonly outputFields?: readonly OutputField[] | null;
  /** Not contracted. */
  readonly baseFormat?: BaseFormat | null;
  /** Not contracted. */
  readonly currency?: string | null;
}

export interface EnumerationValue {
  readonly value?: string | null;
  readonly label?: string | null;
}

export interface OutputField {
  readonly name?: string | null;
  readonly description?: string | null;
}

export interface BridgeColumn {
  readonly columnId?: string | null;
  readonly bridgeId?: string | null;
  readonly name?: string | null;
  readonly prompt?: string | null;
  readonly fieldFormat?: FieldFormat | null;
  readonly index?: number | null;
  readonly key?: string | null;
}

export interface Bridge {
  /** Taken from the row if the bridge has none. */
  readonly bridgeId: string;
  readonly name?: string | null;
  readonly columns?: readonly BridgeColumn[] | null;
  /** Not contracted. */
  readonly filterType?: Open<FilterType | 'TopBuyer' | 'VendorPresence'> | null;
}

export interface BridgeRow {
  readonly rowId: string;
  readonly bridgeId?: string | null;
  /** Its format is not contracted. Maintenance changes it too: it means "look again", never "this is new". */
  readonly updatedAt?: string | null;
  /**
   * The cells. Their keys are not contracted: known services use the column's display name, others may use its
   * columnId or key. `nameCells` keys them all by name. A value is bare or a `WrappedCell`: `cellValue` reads both.
   */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly name?: string | null;
  readonly buyerId?: string | null;
  readonly organizerId?: string | null;
  readonly entity?: RowEntity | null;
  /** Not contracted. */
  readonly createdAt?: string | null;
  /** Not contracted: the processing status of the row, or the status that signals are filtered by. */
  readonly status?: RowStatus | ProcessingStatus | null;
}

export interface RowEntity {
  readonly id?: string | null;
  /** Not contracted. */
  readonly type?: string | null;
}

/** One of the two forms of a cell. Not contracted. */
export interface WrappedCell {
  readonly value: unknown;
  readonly status?: ProcessingStatus | null;
  readonly processedAt?: string | null;
}

/** An item of the signals list: its identity is `bridge.bridgeId` and `row.rowId`. */
export interface BridgeSignal {
  readonly bridge: Bridge;
  readonly row: BridgeRow;
}

export interface ColumnMetadata {
  /**
   * A duplicate of `column.columnId`, kept for clients older than `column`. Read this one: it is always present,
   * `column.columnId` may be absent.
   */
  readonly columnId: string;
  /** A duplicate of `column.bridgeId`, kept for the same clients, and always present. */
  readonly bridgeId: string;
  readonly column: BridgeColumn;
  /** Further reference paths that the column offers besides itself. */
  readonly additionalFields: readonly RowAttributeOption[];
  /** Set on web-agent columns. */
  readonly webAgentModel?: WebAgentModel | null;
  /** Set on cross-bridge reference columns. */
  readonly linkSettings?: LinkSettings | null;
  /** Set on vendor presence columns. */
  readonly vendorPresenceSettings?: VendorPresenceSettings | null;
  /** Set on email template columns. */
  readonly emailGenerationSettings?: EmailGenerationSettings | null;
  /** Set on webhook columns. May hold a secret: keep it out of logs. */
  readonly webhookUrl?: string | null;
}

export interface RowAttributeOption {
  /**
   * The path by which a prompt refers to the field, and the `referenceFieldPath` of a reference column created in the
   * service (no operation here creates columns). For a basis column, for example one that attaches contact records, it
   * has the form `<columnId>$basis:<fieldName>`. Not a sort column, and not a cell's key.
   */
  readonly key?: string | null;
  readonly name?: string | null;
  readonly fieldFormat?: FieldFormat | null;
}

export interface LinkSettings {
  readonly sourceBridgeId?: string | null;
  readonly includedStatuses?: readonly string[] | null;
}

export interface VendorPresenceSettings {
  readonly serviceProviders?: readonly ServiceProvider[] | null;
  readonly runWebPresence?: boolean | null;
  readonly contextPrompt?: string | null;
  readonly runContractEstimation?: boolean | null;
}

export interface ServiceProvider {
  readonly name?: string | null;
  readonly serviceProviderAliases?: readonly string[] | null;
  readonly productNamesOrAliases?: readonly string[] | null;
}

export interface EmailGenerationSettings {
  readonly emailSubjectTemplate?: string | null;
  readonly emailBodyTemplate?: string | null;
  readonly showParentColumn?: boolean | null;
  readonly snippetDefinitions?: Readonly<Record<string, unknown>> | null;
}

export interface BuyerSummaryResponse {
  readonly buyerId: string;
  /** True with a `summary` of null: it is being generated, ask again shortly (not contracted). */
  readonly needsRegeneration: boolean;
  readonly summary?: BuyerSummaryContent | null;
  readonly score?: number | null;
  readonly scoreReasoning?: string | null;
  readonly generatedAt?: string | null;
}

export interface BuyerSummaryContent {
  readonly whatsRecent?: BuyerSummaryBlock | null;
  readonly theBiggerPicture?: BuyerSummaryBlock | null;
  readonly areasForDeeperDiscovery?: BuyerSummaryBlock | null;
}

export interface BuyerSummaryBlock {
  readonly intro?: string | null;
  readonly sections?: readonly BuyerSummarySection[] | null;
}

export interface BuyerSummarySection {
  readonly title?: string | null;
  readonly text?: string | null;
  readonly sources?: readonly BuyerSummarySource[] | null;
}

export interface BuyerSummarySource {
  /** The row's id. */
  readonly entryId?: string | null;
  /** The bridge's id. */
  readonly triggerId?: string | null;
  readonly triggerType?: string | null;
  readonly triggerName?: string | null;
  readonly entryName?: string | null;
}

/** Only the fields that are set are sent; the defaults named here are the service's own. */
export interface BuyerSignalsQuery {
  readonly buyerId: string;
  /** Limits the list to signals of these bridges. */
  readonly triggerIds?: readonly string[];
  /** Default `Date`; always descending. */
  readonly sort?: SignalSort;
  /** From 1; default 1. */
  readonly pageNumber?: number;
  /** At least 1; default 10. Its upper bound is not contracted: trust the envelope. A page over 1,000 items is refused. */
  readonly pageSize?: number;
  readonly filterType?: readonly FilterType[];
  /** Default `New`. */
  readonly status?: readonly RowStatus[];
  /** Lower bound on the signal's date, which the answer does not include; default `LastOneMonths`. */
  readonly relativeDatePeriodFrom?: RelativeDatePeriod;
}

export interface BridgeRowsQuery {
  /** Any non-empty text: the contract does not require a UUID in a path. */
  readonly bridgeId: string;
  readonly filters?: BridgeFilters;
  readonly sorts?: readonly RowSort[] | null;
  /** Full text. */
  readonly query?: string | null;
  /** From 1; default 1. */
  readonly pageNumber?: number;
  /** 1 to 100; the client asks for 20 unless told otherwise (the service's own default is 10). */
  readonly pageSize?: number;
}

/** A row must satisfy every term. Without terms or filters: all rows. */
export interface BridgeFilters {
  readonly terms: readonly FilterTerm[];
}

/** The form of a term is not contracted: any object is sent unchanged. */
export type FilterTerm = FieldTerm | Readonly<Record<string, unknown>>;

/** The form of a term in known services. Not contracted. */
export interface FieldTerm {
  /** A columnId, or `status`, `buyerId`, `opportunityId`, `entryName`, `triggeredAt`. */
  readonly field: string;
  readonly operation: FilterOperation;
  /** A primitive, an array, or absent, depending on the operation. */
  readonly value?: FilterValue | readonly FilterValue[] | null;
}

export type FilterValue = string | number | boolean;

export type FilterOperation = Open<
  | 'Equals'
  | 'DoesNotEqual'
  | 'Contains'
  | 'DoesNotContain'
  | 'GreaterThan'
  | 'LessThan'
  | 'Any'
  | 'None'
  | 'ContainsAny'
  | 'ContainsAll'
  | 'ContainedBy'
  | 'NotContainedBy'
  | 'IsEmpty'
  | 'IsNotEmpty'
>;

export interface RowSort {
  /**
   * A columnId, or `entryId`, `entryName`, `triggeredAt` (contracted, discouraged) or `rowUpdatedAt`
   * (not contracted). A column's name or key is refused: `resolveSortColumn` finds its columnId.
   */
  readonly column: string;
  /** Not contracted. */
  readonly direction?: Open<'ASC' | 'DESC'>;
  /** Further fields are not contracted: they are sent unchanged. */
  readonly [field: string]: unknown;
}

/** The body of the row listing as sent. */
export type BridgeRowsBody = Pick<BridgeRowsQuery, 'filters' | 'sorts' | 'query'>;
