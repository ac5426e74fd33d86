import type * as v from 'valibot';
import { columnSchema, fieldFormatSchema } from './signals.ts';
import { flag, id, list, map, open, optional, optionalList, text } from './tolerant-schema.ts';

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

const linkSettings = open({ sourceBridgeId: optional(id), includedStatuses: optionalList(text) });

const serviceProvider = open({
  name: optional(text),
  serviceProviderAliases: optionalList(text),
  productNamesOrAliases: optionalList(text),
});

const vendorPresenceSettings = open({
  serviceProviders: optionalList(serviceProvider),
  runWebPresence: optional(flag),
  contextPrompt: optional(text),
  runContractEstimation: optional(flag),
});

const emailGenerationSettings = open({
  emailSubjectTemplate: optional(text),
  emailBodyTemplate: optional(text),
  showParentColumn: optional(flag),
  snippetDefinitions: optional(map),
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
  linkSettings: optional(linkSettings),
  /** Set on vendor presence columns. */
  vendorPresenceSettings: optional(vendorPresenceSettings),
  /** Set on email template columns. */
  emailGenerationSettings: optional(emailGenerationSettings),
  /** Set on webhook columns. May hold a secret: keep it out of logs. */
  webhookUrl: optional(text),
});
export type ColumnMetadata = v.InferOutput<typeof columnMetadataSchema>;
