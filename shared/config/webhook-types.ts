/** `npm run schema` writes docs/webhook-bodies.ts from the schemas beside it. A test fails if it is out of date. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { compile, type JSONSchema } from 'json-schema-to-typescript';

const docs = new URL('../../docs/', import.meta.url);
const typesFile = new URL('webhook-bodies.ts', docs);

/** The content of docs/webhook-bodies.ts: a type for each body, and `WebhookBody` for all of them, told apart by `type`. */
export async function composeTypes(): Promise<string> {
  const schemas: Record<string, JSONSchema> = {};
  const bodies: JSONSchema[] = [];
  for (const file of readdirSync(docs).filter((name) => name.endsWith('.schema.json'))) {
    // A title or an id would name the type.
    const { $defs, $id, title, ...schema } = JSON.parse(
      readFileSync(new URL(file, docs), 'utf8'),
    ) as JSONSchema;
    if (String(schema.required) !== 'type,timestamp,data') continue;
    const name = file.replace('.schema.json', 'Body');
    Object.assign(schemas, $defs, { [name]: schema });
    bodies.push({ $ref: `#/$defs/${name}` });
  }
  const types = await compile({ oneOf: bodies, $defs: schemas }, 'WebhookBody', {
    additionalProperties: false,
    bannerComment: '// Written by `npm run schema` from the schemas beside it.',
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true },
  });
  return types.replace(/\/\*\*\n +\* (.*)\n +\*\//g, '/** $1 */');
}

if (import.meta.main) writeFileSync(typesFile, await composeTypes());
