import * as v from 'valibot';

type Text = v.GenericSchema<string>;

/** `description`: what the name of the field does not say. */
export function told<Schema extends v.GenericSchema>(
  schema: Schema,
  description: string,
): v.SchemaWithPipe<readonly [Schema, v.DescriptionAction<v.InferOutput<Schema>, string>]> {
  return v.pipe(schema, v.description<v.InferOutput<Schema>, string>(description));
}

export const text = v.string();
export const texts = v.array(text);
export const flag = v.boolean();
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
/** ISO 8601 in UTC, such as `2026-11-21T08:00:00.000Z`. */
export const time: Text = v.pipe(text, v.isoTimestamp());
export const timeOrNull = v.nullable(time);
export const textOrNull = v.nullable(text);
