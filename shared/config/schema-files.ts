import { composeInputTypes, inputTypesPath } from './compose-input-types.ts';
import { composeJsonSchema, jsonSchemaPath } from './json-schema.ts';

/** The texts of the files that follow from the config's schema, by their paths from the project's root. */
export function composeSchemaFiles(): ReadonlyMap<string, string> {
  const schema = composeJsonSchema();
  return new Map([
    [jsonSchemaPath, `${JSON.stringify(schema, null, 2)}\n`],
    [inputTypesPath, composeInputTypes(schema)],
  ]);
}
