/** `npm run schema` writes the files generated from the config's schema. A test fails if one is out of date. */
import { writeFile } from 'node:fs/promises';
import { composeInputTypes, inputTypesPath } from './compose-input-types.ts';
import { composeJsonSchema, jsonSchemaPath } from './json-schema.ts';

/** The files generated from the config's schema: their texts by their paths from the project's root. */
export function composeSchemaFiles(): ReadonlyMap<string, string> {
  const schema = composeJsonSchema();
  return new Map([
    [jsonSchemaPath, `${JSON.stringify(schema, null, 2)}\n`],
    [inputTypesPath, composeInputTypes(schema)],
  ]);
}

if (import.meta.main) {
  for (const [path, text] of composeSchemaFiles())
    await writeFile(new URL(`../../${path}`, import.meta.url), text);
}
