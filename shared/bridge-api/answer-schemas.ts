import * as v from 'valibot';
import { count, flag, id, list, map, optional, optionalList, text, whole } from './tolerant-schema.ts';

const fieldFormat = v.looseObject({
  description: optional(text),
  enumerationValues: optionalList(v.looseObject({ value: optional(text), label: optional(text) })),
  outputFields: optionalList(v.looseObject({ name: optional(text), description: optional(text) })),
  baseFormat: optional(text),
  currency: optional(text),
});

const column = v.looseObject(
  {
    columnId: optional(id),
    bridgeId: optional(id),
    name: optional(text),
    prompt: optional(text),
    fieldFormat: optional(fieldFormat),
    index: optional(whole),
    key: optional(text),
  },
  'an object',
);

const bridge = v.looseObject({
  bridgeId: optional(id),
  name: optional(text),
  columns: optionalList(column),
  filterType: optional(text),
});

export const rowSchema = v.looseObject(
  {
    rowId: id,
    bridgeId: optional(id),
    updatedAt: optional(text),
    columns: v.optional(
      v.fallback(map, () => ({})),
      () => ({}),
    ),
    name: optional(text),
    buyerId: optional(id),
    organizerId: optional(id),
    entity: optional(v.looseObject({ id: optional(text), type: optional(text) })),
    createdAt: optional(text),
    status: optional(text),
  },
  'an object',
);

/** The bridge's id may be in the row alone: `readSignal` copies it to `bridge`. */
export const signalSchema = v.looseObject({ bridge: optional(bridge), row: rowSchema }, 'an object');

const serviceProvider = v.looseObject({
  name: optional(text),
  serviceProviderAliases: optionalList(text),
  productNamesOrAliases: optionalList(text),
});

export const columnMetadataSchema = v.looseObject(
  {
    columnId: id,
    bridgeId: id,
    column,
    additionalFields: list(
      v.looseObject({ key: optional(text), name: optional(text), fieldFormat: optional(fieldFormat) }),
    ),
    webAgentModel: optional(text),
    linkSettings: optional(
      v.looseObject({ sourceBridgeId: optional(id), includedStatuses: optionalList(text) }),
    ),
    vendorPresenceSettings: optional(
      v.looseObject({
        serviceProviders: optionalList(serviceProvider),
        runWebPresence: optional(flag),
        contextPrompt: optional(text),
        runContractEstimation: optional(flag),
      }),
    ),
    emailGenerationSettings: optional(
      v.looseObject({
        emailSubjectTemplate: optional(text),
        emailBodyTemplate: optional(text),
        showParentColumn: optional(flag),
        snippetDefinitions: optional(map),
      }),
    ),
    webhookUrl: optional(text),
  },
  'an object',
);

const source = v.looseObject({
  entryId: optional(text),
  triggerId: optional(text),
  triggerType: optional(text),
  triggerName: optional(text),
  entryName: optional(text),
});

const block = v.looseObject({
  intro: optional(text),
  sections: optionalList(
    v.looseObject({ title: optional(text), text: optional(text), sources: optionalList(source) }),
  ),
});

const summaryContent = v.looseObject(
  {
    whatsRecent: optional(block),
    theBiggerPicture: optional(block),
    areasForDeeperDiscovery: optional(block),
  },
  'an object, or null',
);

export const buyerSummarySchema = v.looseObject(
  {
    buyerId: id,
    needsRegeneration: flag,
    // A wrong type is an error here, not null: null means that the summary is being generated.
    summary: v.exactOptional(v.nullable(summaryContent)),
    score: optional(whole),
    scoreReasoning: optional(text),
    generatedAt: optional(text),
  },
  'an object',
);

export const arraySchema = v.array(v.unknown(), 'an array');

export const envelopeSchema = v.looseObject(
  {
    pageNumber: count,
    pageSize: count,
    totalItems: count,
    totalPages: count,
    result: arraySchema,
  },
  'an object',
);
