import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** A published schema lets fields be added; here an object with this keyword has no field that it does not describe. */
export function closed(schema: unknown, keyword: 'properties' | 'required'): unknown {
  if (Array.isArray(schema)) return schema.map((one) => closed(one, keyword));
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, closed(value, keyword)]);
  const inner = Object.fromEntries(entries);
  return keyword in inner ? { ...inner, additionalProperties: false } : inner;
}

const names = ['digest', 'heartbeat', 'recap', 'reminder', 'alarm', 'test'] as const;

/** The published schemas of all bodies. */
export const schemas = names.map((name) => {
  const file = new URL(`../../../docs/${name}.schema.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as {
    readonly properties: { readonly type: { readonly const?: string; readonly enum?: readonly string[] } };
    readonly examples: readonly { readonly type: string }[];
  };
});

const validators = new Map(
  schemas.flatMap((schema) => {
    const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true });
    formats.default(ajv);
    const validate = ajv.compile(closed({ ...schema, examples: [] }, 'required') as object);
    const { const: only = '', enum: types = [only] } = schema.properties.type;
    return types.map((type) => [type, validate] as const);
  }),
);

/** In what a body breaks the published schema of its type; empty if in nothing. */
export function schemaFaults(body: { readonly type?: unknown }): string[] {
  const validate = validators.get(String(body.type));
  if (!validate) return [`type ${String(body.type)} has no schema`];
  return validate(body)
    ? []
    : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}
