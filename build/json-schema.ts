/** `npm run schema` writes docs/config.schema.json. A test fails if it is out of date. */
import { writeFile } from 'node:fs/promises';
import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import { recursiveSchemas } from '../shared/config/match-schema.ts';
import { createConfigSchema } from '../shared/config/schema.ts';

/** The generated file's path from the project's root. */
export const jsonSchemaPath = 'docs/config.schema.json';

/**
 * The content of `docs/config.schema.json`, for editors of a JSON config. It checks less than `checkConfig`: JSON
 * Schema can't express cron fields, time zones, addresses or contradictions between fields.
 */
export function composeJsonSchema(): string {
  return `${JSON.stringify(toJsonSchema(createConfigSchema(false), settings), null, 2)}\n`;
}

const settings: ConversionConfig = {
  target: 'draft-07',
  definitions: recursiveSchemas,
  typeMode: 'input',
  ignoreActions: ['check', 'raw_check', 'finite'],
};

if (import.meta.main) {
  await writeFile(new URL(`../${jsonSchemaPath}`, import.meta.url), composeJsonSchema());
}
