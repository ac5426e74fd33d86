import { describe, expect, it } from 'vitest';
import { destinationConfigs } from '../../../shared/config/destination-schema.ts';
import { read, tableRows } from './documents.ts';

interface Schema {
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

/** Times and destinations stand in several places of a config, and are described once. */
const shared = [
  [/^routes\[\]\.(when|heartbeat|recap)\./, 'when.'],
  [/^(routes\[\]|alarms)\.to\./, 'to.'],
] as const;

const whole = JSON.parse(read('docs/config.schema.json')) as Schema;

/** An object that a user writes to name its fields, and that has no meaning of its own. */
function isContainer({ properties }: Schema): boolean {
  return properties !== undefined && !('cron' in properties) && !('secret' in properties);
}

/** What refers to a definition holds itself, and is described where the definition stands. */
function* listFields(schema: Schema, path = ''): Generator<Field> {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (name === 'secret') continue;
    const at = path === '' ? name : `${path}.${name}`;
    const required = schema.required?.includes(name) === true;
    if (!isContainer(property)) yield { path: at, required, default: property.default };
    yield* listFields(property, at);
  }
  for (const one of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) yield* listFields(one, path);
  if (schema.items) yield* listFields(schema.items, `${path}[]`);
}

/** A field's name in the page. */
function nameOf({ path }: Field): string {
  return shared.reduce((name, [prefix, told]) => name.replace(prefix, told), path);
}

const unquote = (cell: string): string => cell.replace(/^`|`$/g, '');

describe('docs/configuration.md', () => {
  const markdown = read('docs/configuration.md');
  const tables = markdown.match(/^\| field \|.*\n(\|.*\n)+/gm) ?? [];
  const rows = tables
    .flatMap(tableRows)
    .map(([name = '', meaning = '', told = '']) => ({ name: unquote(name), meaning, told }));
  const fields = [...listFields(whole)];

  it('has one row for each field of the schema, and no other', () => {
    expect(rows.map(({ name }) => name).sort()).toEqual([...new Set(fields.map(nameOf))].sort());
  });

  it.each(fields)('says whether $path is required, and its default', (field) => {
    const told = rows.find(({ name }) => name === nameOf(field))?.told ?? '';
    // Two kinds of destination may have a field of one name, which only one of them needs: then the row says for which.
    const namesakes = fields.filter((other) => nameOf(other) === nameOf(field));
    expect(told === 'required').toBe(namesakes.every(({ required }) => required));
    if (['string', 'number', 'boolean'].includes(typeof field.default)) {
      expect(told).toContain(String(field.default));
    }
  });

  it.each(Object.keys(destinationConfigs))('says how the destination %s is written', (type) => {
    expect(markdown).toContain(`\`${type}(`);
    expect(rows.find(({ name }) => name === 'to.type')?.meaning).toContain(`'${type}'`);
  });
});
