/** `npm run schema` writes docs/webhook-bodies.ts from the schemas beside it. A test fails if it is out of date. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** As much of JSON Schema as docs/*.schema.json use for the bodies of a webhook. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly oneOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly title?: string;
  readonly description?: string;
}

const docs = new URL('../../docs/', import.meta.url);
const typesFile = new URL('webhook-bodies.ts', docs);

/** The content of docs/webhook-bodies.ts: a type for each body, and `WebhookBody` for all of them, told apart by `type`. */
export function composeTypes(): string {
  const files = readdirSync(docs).filter((name) => name.endsWith('.schema.json'));
  const bodies = files.flatMap((file) => {
    const schema = JSON.parse(readFileSync(new URL(file, docs), 'utf8')) as Schema;
    const isBody = schema.required?.join() === 'type,timestamp,data';
    return isBody ? [{ name: nameOf(`${file.replace('.schema.json', '')}Body`), schema }] : [];
  });
  const parts = bodies.flatMap(({ schema }) => Object.entries(schema.$defs ?? {}));
  return [
    '// Written by `npm run schema` from the schemas beside it.\n',
    `/** Tell them apart by \`type\`, and ignore what is not here. */\nexport type WebhookBody = ${bodies.map(({ name }) => name).join(' | ')};\n`,
    ...bodies.map(
      ({ name, schema }) => `/** ${schema.title}. */\nexport interface ${name} ${writeType(schema)}\n`,
    ),
    ...parts.map(([name, schema]) => `export interface ${nameOf(name)} ${writeType(schema)}\n`),
  ].join('\n');
}

const writeValue = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value));

const nameOf = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function writeType(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref.replace('#/$defs/', ''));
  if ('const' in schema) return writeValue(schema.const);
  const several = schema.enum?.map(writeValue) ?? schema.oneOf?.map((one) => writeType(one, indent));
  if (several) return several.join(' | ');
  return [schema.type ?? 'unknown']
    .flat()
    .map((type) => writeKind(type, schema, indent))
    .join(' | ');
}

function writeKind(type: string, { items = {}, properties, required = [] }: Schema, indent: string): string {
  if (type === 'integer') return 'number';
  if (type === 'array') return `readonly (${writeType(items, indent)})[]`;
  if (type !== 'object') return type;
  if (!properties) return 'Readonly<Record<string, unknown>>';
  const inner = `${indent}  `;
  const fields = Object.entries(properties).flatMap(([name, field]) => [
    ...(field.description ? [`${inner}/** ${field.description} */`] : []),
    `${inner}readonly ${name}${required.includes(name) ? '' : '?'}: ${writeType(field, inner)};`,
  ]);
  return `{\n${fields.join('\n')}\n${indent}}`;
}

if (import.meta.main) writeFileSync(typesFile, composeTypes());
