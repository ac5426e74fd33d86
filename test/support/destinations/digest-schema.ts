import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** The published schema lets fields be added; here every field that is sent must be described in it. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'required' in inner ? { ...inner, additionalProperties: false } : inner;
}

function compileSchema(name: 'digest' | 'heartbeat' | 'test') {
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
  formats.default(ajv);
  const file = new URL(`../../../docs/${name}.schema.json`, import.meta.url);
  return ajv.compile(closed(JSON.parse(readFileSync(file, 'utf8'))) as object);
}

const fits = {
  digest: compileSchema('digest'),
  heartbeat: compileSchema('heartbeat'),
  test: compileSchema('test'),
};

/** In what the body of a digest, a heartbeat or a test breaks its published schema; empty if in nothing. */
export function schemaFaults(body: { readonly type?: unknown }): string[] {
  const kinds = { 'heartbeat.created': 'heartbeat', test: 'test' } as const;
  const validate = fits[kinds[body.type as keyof typeof kinds] ?? 'digest'];
  return validate(body)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
