import { toJsonSchema } from '@valibot/to-json-schema';
import { createConfigSchema } from './schema.ts';

/** Where the generated file lies, from the project's root. */
export const jsonSchemaPath = 'docs/config.schema.json';

/**
 * The text of `docs/config.schema.json`, for editors of a JSON config. It says less than the check does: what JSON
 * Schema can't say (cron fields, time zones, addresses, fields that contradict each other) is left out.
 */
export function composeJsonSchema(): string {
  const schema = toJsonSchema(createConfigSchema(false), {
    target: 'draft-07',
    typeMode: 'input',
    ignoreActions: ['check', 'raw_check', 'finite'],
  });
  return `${JSON.stringify(schema, null, 2)}\n`;
}
