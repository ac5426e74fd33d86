import type { JsonSchema } from '@valibot/to-json-schema';
import type { ConfigJsonSchema } from './json-schema.ts';

/** The generated file's path from the project's root. */
export const inputTypesPath = 'shared/config/config-input.ts';

/**
 * The types of a user's config, with each field's description as its documentation in an editor. Valibot infers the
 * same types, but editors show no descriptions for them.
 */
export function composeInputTypes({ $defs, ...root }: ConfigJsonSchema): string {
  const named = Object.entries($defs).map(([name, schema]) => writeInterface(inputNameOf(name), schema));
  return [
    '// Written by `npm run schema` from shared/config/schema.ts: change the schema, not this file.\n',
    '/** What a user writes in `signalpost.config.ts`, or as JSON. */',
    writeInterface('ConfigInput', root),
    ...named,
  ].join('\n');
}

function writeInterface(name: string, schema: JsonSchema): string {
  return `export interface ${name} ${writeObject(schema, '', name)}\n`;
}

/** `secret`: `SecretInput`. */
function inputNameOf(name: string): string {
  return `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
}

/** `path`: the field, for an error. */
function writeType(given: JsonSchema['items'], indent: string, path: string): string {
  if (typeof given !== 'object' || Array.isArray(given)) throw noType(path, given);
  const schema = given;
  const { $ref, const: only, enum: choices, anyOf, oneOf = anyOf, items, type } = schema;
  if ($ref !== undefined) return inputNameOf($ref.slice('#/$defs/'.length));
  if (only !== undefined) return writeLiteral(only);
  if (choices) return choices.map(writeLiteral).join(' | ');
  if (oneOf) return oneOf.map((one) => writeType(one, indent, path)).join(' | ');
  if (type === 'object') return writeObject(schema, indent, path);
  if (type === 'array') return writeList(writeType(items, indent, `${path}[]`));
  if (type === 'string' || type === 'number' || type === 'boolean') return type;
  if (type === 'integer') return 'number';
  throw noType(path, schema);
}

function noType(path: string, schema: unknown): TypeError {
  return new TypeError(`${path}: no type for ${JSON.stringify(schema)}; add one in writeType`);
}

/** Without parentheses, `'a' | 'b'[]` would be a text or a list. */
function writeList(item: string): string {
  return /^[^{]* \| /.test(item) ? `(${item})[]` : `${item}[]`;
}

function writeObject(
  { properties = {}, required = [], additionalProperties: others }: JsonSchema,
  indent: string,
  path: string,
): string {
  if (typeof others === 'object') return `Record<string, ${writeType(others, indent, `${path}[]`)}>`;
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, property]) => {
    const type = writeType(property, inner, `${path}.${name}`);
    const field = required.includes(name) ? `${name}: ${type};` : `${name}?: ${type} | undefined;`;
    return [...writeComment(property), field].map((line) => `${inner}${line}\n`);
  });
  return `{\n${lines.join('')}${indent}}`;
}

function writeComment(schema: JsonSchema | boolean): string[] {
  const { description, default: left } = typeof schema === 'object' ? schema : {};
  const written = left === undefined ? '' : ` @default ${JSON.stringify(left)}`;
  return description === undefined ? [] : [`/** ${`${description}${written}`.replaceAll('*/', '*\\/')} */`];
}

function writeLiteral(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
}
