import * as v from 'valibot';
import { count, flag, id, list, map, open, optional, optionalList, text, whole } from './tolerant-schema.ts';

/** Enumerations are plain text: the service adds values without notice. */

export const fieldFormatSchema = open({
  description: optional(text),
  enumerationValues: optionalList(open({ value: optional(text), label: optional(text) })),
  outputFields: optionalList(open({ name: optional(text), description: optional(text) })),
  /**
   * Not contracted. Known: text, date, url, number, enumeration, list, obj, json, phone, email, boolean, currencyUnit.
   */
  baseFormat: optional(text),
  /** Not contracted. */
  currency: optional(text),
});
export type FieldFormat = v.InferOutput<typeof fieldFormatSchema>;

export const columnSchema = open({
  columnId: optional(id),
  bridgeId: optional(id),
  name: optional(text),
  prompt: optional(text),
  fieldFormat: optional(fieldFormatSchema),
  index: optional(whole),
  key: optional(text),
});
export type BridgeColumn = v.InferOutput<typeof columnSchema>;

const bridgeSchema = open({
  /** Taken from the row if the bridge has none. */
  bridgeId: optional(id),
  name: optional(text),
  columns: optionalList(columnSchema),
  /** Not contracted. One that requests may ask for, or another: `TopBuyer` and `VendorPresence` were seen. */
  filterType: optional(text),
});
export type Bridge = v.InferOutput<typeof bridgeSchema> & { readonly bridgeId: string };

export const rowSchema = open({
  rowId: id,
  bridgeId: optional(id),
  /** Its format is not contracted. Maintenance changes it too: it means "look again", never "this is new". */
  updatedAt: optional(text),
  /**
   * The cells. Their keys are not contracted: known services use the column's display name, others may use its
   * columnId or key. `nameCells` keys them all by name. A value is bare or wrapped: `cellValue` reads both.
   */
  columns: v.optional(
    v.fallback(map, () => ({})),
    () => ({}),
  ),
  name: optional(text),
  buyerId: optional(id),
  organizerId: optional(id),
  /** Its `type` is not contracted. */
  entity: optional(open({ id: optional(text), type: optional(text) })),
  /** Not contracted. */
  createdAt: optional(text),
  /** Not contracted: how far the service has processed the row, or the status that signals are filtered by. */
  status: optional(text),
});
export type BridgeRow = v.InferOutput<typeof rowSchema>;

/** The bridge's id may be in the row alone: `readSignal` copies it to `bridge`. */
export const signalSchema = open({ bridge: optional(bridgeSchema), row: rowSchema });

/** An item of the signals list: its identity is `bridge.bridgeId` and `row.rowId`. */
export interface BridgeSignal {
  readonly bridge: Bridge;
  readonly row: BridgeRow;
}

const additionalField = open({
  /**
   * The path by which a prompt refers to the field, and the `referenceFieldPath` of a reference column created in the
   * service (no operation here creates columns). For a basis column, for example one that attaches contact records, it
   * has the form `<columnId>$basis:<fieldName>`. Not a sort column, and not a cell's key.
   */
  key: optional(text),
  name: optional(text),
  fieldFormat: optional(fieldFormatSchema),
});

export const columnMetadataSchema = open({
  /**
   * A duplicate of `column.columnId`, kept for clients older than `column`. Read this one: it is always present,
   * `column.columnId` may be absent.
   */
  columnId: id,
  /** A duplicate of `column.bridgeId`, kept for the same clients, and always present. */
  bridgeId: id,
  column: columnSchema,
  /** Further reference paths that the column offers besides itself. */
  additionalFields: list(additionalField),
  /** Set on web-agent columns. Known: Lite, Base, Core, Core2X, Pro, Ultra, UltraTwoX, UltraFourX, UltraEightX. */
  webAgentModel: optional(text),
  /** Set on cross-bridge reference columns. */
  linkSettings: optional(map),
  /** Set on vendor presence columns. */
  vendorPresenceSettings: optional(map),
  /** Set on email template columns. */
  emailGenerationSettings: optional(map),
  /** Set on webhook columns. May hold a secret: keep it out of logs. */
  webhookUrl: optional(text),
});
export type ColumnMetadata = v.InferOutput<typeof columnMetadataSchema>;

const source = open({
  /** The row's id. */
  entryId: optional(text),
  /** The bridge's id. */
  triggerId: optional(text),
  triggerType: optional(text),
  triggerName: optional(text),
  entryName: optional(text),
});
export type BuyerSummarySource = v.InferOutput<typeof source>;

const block = open({
  intro: optional(text),
  sections: optionalList(
    open({ title: optional(text), text: optional(text), sources: optionalList(source) }),
  ),
});
export type BuyerSummaryBlock = v.InferOutput<typeof block>;

const content = open({
  whatsRecent: optional(block),
  theBiggerPicture: optional(block),
  areasForDeeperDiscovery: optional(block),
});

export const buyerSummarySchema = open({
  buyerId: id,
  /** True with a `summary` of null: it is being generated, ask again shortly (not contracted). */
  needsRegeneration: flag,
  // A wrong type is an error here, not null: null means that the summary is being generated.
  summary: v.exactOptional(v.nullable(content)),
  score: optional(whole),
  scoreReasoning: optional(text),
  generatedAt: optional(text),
});
export type BuyerSummaryResponse = v.InferOutput<typeof buyerSummarySchema>;

export const arraySchema = v.array(v.unknown(), 'an array');

export const envelopeSchema = open({
  pageNumber: count,
  /** The applied page size, which may be smaller than the requested one (not contracted). */
  pageSize: count,
  totalItems: count,
  totalPages: count,
  result: arraySchema,
});
/** The pagination envelope as received. */
export interface Envelope<Item> extends Omit<v.InferOutput<typeof envelopeSchema>, 'result'> {
  readonly result: readonly Item[];
}
