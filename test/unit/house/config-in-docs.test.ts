import { describe, expect, it } from 'vitest';
import { destinationConfigs } from '../../../shared/config/destination-schema.ts';
import { jsonSchemaPath } from '../../../shared/config/json-schema.ts';
import { read, sectionOf, tableRows } from './documents.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly default?: unknown;
}

interface Field {
  readonly path: string;
  readonly required: boolean;
  readonly default: unknown;
}

/** Times and destinations stand in several places, and are described once, in sections of their own. */
const shared = [
  [/^routes\[\]\.(when|heartbeat)\./, 'Times'],
  [/^(routes\[\]|alarms)\.to\./, 'Destinations'],
] as const;

const whole = JSON.parse(read(jsonSchemaPath)) as Schema & {
  readonly $defs: Readonly<Record<string, Schema>>;
};

/** What is written once in `$defs`, with what is said where it is used. */
function resolve(schema: Schema): Schema {
  const { $ref, ...own } = schema;
  return $ref === undefined ? schema : { ...whole.$defs[$ref.slice('#/$defs/'.length)], ...own };
}

/** An object that a user writes to name its fields, and that has no meaning of its own. */
function isContainer({ properties }: Schema): boolean {
  return properties !== undefined && !('cron' in properties) && !('secret' in properties);
}

/** `inside`: the definitions that the field is part of. One that holds itself is described once. */
function* listFields(found: Schema, path = '', inside: readonly string[] = []): Generator<Field> {
  const schema = resolve(found);
  const within = found.$ref === undefined ? inside : [...inside, found.$ref];
  for (const [name, one] of Object.entries(schema.properties ?? {})) {
    if (name === 'secret') continue;
    const property = resolve(one);
    const at = path === '' ? name : `${path}.${name}`;
    const required = schema.required?.includes(name) === true;
    const isItself = one.$ref !== undefined && within.includes(one.$ref);
    if (isItself || !isContainer(property)) yield { path: at, required, default: property.default };
    if (!isItself) yield* listFields(one, at, within);
  }
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* listFields(one, path, within);
  const { items } = schema;
  if (items && !within.includes(items.$ref ?? '')) yield* listFields(items, `${path}[]`, within);
}

/** The section that describes a field, and the field's name there. */
function placeOf({ path }: Field): string {
  for (const [prefix, section] of shared) {
    if (prefix.test(path)) return `${section}: ${path.replace(prefix, '')}`;
  }
  return `Fields: ${path}`;
}

const unquote = (cell: string): string => cell.replace(/^`|`$/g, '');

describe('docs/configuration.md', () => {
  const markdown = read('docs/configuration.md');
  const rows = new Map<string, string>(
    ['Fields', 'Times', 'Destinations'].flatMap((section) =>
      tableRows(sectionOf(markdown, section)).map(
        ([name = '', , told = '']) => [`${section}: ${unquote(name)}`, told] as const,
      ),
    ),
  );
  const fields = [...listFields(whole)];

  it('has a row for each field of the schema, and no other', () => {
    expect([...rows.keys()].sort()).toEqual([...new Set(fields.map(placeOf))].sort());
  });

  it.each(fields)('says whether $path is required, and its default', (field) => {
    const told = rows.get(placeOf(field)) ?? '';
    // Two kinds of destination may have a field of one name, which only one of them needs: then the row says for which.
    const namesakes = fields.filter((other) => placeOf(other) === placeOf(field));
    expect(told === 'required').toBe(namesakes.every(({ required }) => required));
    if (['string', 'number', 'boolean'].includes(typeof field.default)) {
      expect(told).toContain(String(field.default));
    }
  });

  it.each(Object.keys(destinationConfigs))('says how the destination %s is written', (type) => {
    const section = sectionOf(markdown, 'Destinations');
    expect(section).toContain(`\`${type}(`);
    expect(tableRows(section).find(([name]) => name === '`type`')?.[1]).toContain(`'${type}'`);
  });
});
