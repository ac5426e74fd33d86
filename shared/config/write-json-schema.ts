/** Run as `node shared/config/write-json-schema.ts` after a change of the schema; a test finds a file left behind. */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { composeJsonSchema, jsonSchemaPath } from './json-schema.ts';

await writeFile(fileURLToPath(new URL(`../../${jsonSchemaPath}`, import.meta.url)), composeJsonSchema());
