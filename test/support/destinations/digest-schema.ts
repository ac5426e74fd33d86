import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const published = JSON.parse(
  readFileSync(new URL('../../../docs/digest.schema.json', import.meta.url), 'utf8'),
);

/** The published schema lets fields be added; here every field that is sent must be described in it. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'required' in inner ? { ...inner, additionalProperties: false } : inner;
}

const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
formats.default(ajv);
const validate = ajv.compile(closed(published) as object);

/** In what the body of a digest breaks its schema; empty if in nothing. */
export const schemaFaults = (body: unknown) => (validate(body) ? [] : validate.errors);
