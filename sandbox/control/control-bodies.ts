import type { HonoRequest } from 'hono';
import * as v from 'valibot';
import { rowStatuses } from '../data/make-row.ts';
import { badRequest } from '../http/api-error.ts';
import { readJsonObject } from '../http/read-json-object.ts';
import { parseIsoTime } from '../rows/field-values.ts';
import { summaryStates } from '../summaries/summary-states.ts';

const count = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));
const time = v.pipe(
  v.string(),
  v.transform(parseIsoTime),
  v.number(
    (issue) =>
      `found ${JSON.stringify(issue.input) ?? 'no time'}; give a time such as "2026-11-21T08:00:00Z"`,
  ),
);

export const newSignalsSchema = v.strictObject({
  count: v.optional(count(1_000), 1),
  buyerId: v.optional(v.pipe(v.string(), v.uuid())),
  bridgeId: v.optional(v.pipe(v.string(), v.uuid())),
  name: v.optional(v.pipe(v.string(), v.nonEmpty())),
  signalDate: v.optional(time),
  hotness: v.optional(v.pipe(v.number(), v.minValue(0), v.maxValue(1))),
  columns: v.optional(v.record(v.string(), v.unknown())),
  status: v.optional(v.picklist(rowStatuses)),
});
export type NewSignals = v.InferOutput<typeof newSignalsSchema>;

export const summarySchema = v.strictObject({
  state: v.picklist(summaryStates),
  readyAfterMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
});

/**
 * The body of a `/sandbox` call. Throws a 415 if it is not sent as JSON: browsers let any web page send text or a
 * form. Throws a 400 with a sentence for each wrong field.
 */
export async function readControlBody<Schema extends v.GenericSchema>(
  schema: Schema,
  request: HonoRequest,
): Promise<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, await readJsonObject(request));
  if (result.success) return result.output;
  const sentences = result.issues.map((issue) => {
    const field = v.getDotPath(issue) ?? 'the body';
    return issue.expected === 'never'
      ? `${field}: is not a field of this call`
      : `${field}: ${issue.message}`;
  });
  throw badRequest(sentences.join('; '));
}
