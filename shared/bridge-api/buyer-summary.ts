import * as v from 'valibot';
import { flag, id, open, optional, optionalList, text, whole } from './tolerant-schema.ts';

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
