import * as v from 'valibot';
import { count, id, map, open, optional, optionalList, text, whole } from './tolerant-schema.ts';

/**
 * Bridges, their rows and a buyer's signals, as the service answers them. An enumeration is plain text: the service
 * adds values without notice.
 */

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
  /** Not contracted. One of `filterTypes`, or another: `TopBuyer` and `VendorPresence` were seen. */
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
