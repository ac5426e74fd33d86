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
