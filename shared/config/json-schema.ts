/** `npm run schema` writes docs/config.schema.json. A test fails if it is out of date. */
import { writeFile } from 'node:fs/promises';
import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import { recursiveSchemas } from './match-schema.ts';
import { createConfigSchema } from './schema.ts';

/** The generated file's path from the project's root. */
export const jsonSchemaPath = 'docs/config.schema.json';

/**
 * The content of `docs/config.schema.json`, for editors of a JSON config. It checks less than `checkConfig`: JSON
 * Schema can't express cron fields, time zones, addresses or contradictions between fields.
 */
export function composeJsonSchema(): string {
  const { title, $defs: recursive, ...schema } = toJsonSchema(createConfigSchema(false), settings);
  const $defs: Record<string, JsonSchema> = {};
  for (const one of Object.values(recursive ?? {})) moveNamed(one, $defs);
  const whole = { title, ...(moveNamed(schema, $defs) as JsonSchema), $defs };
  return `${JSON.stringify(whole, null, 2)}\n`;
}

const settings: ConversionConfig = {
  target: 'draft-07',
  definitions: recursiveSchemas,
  typeMode: 'input',
  ignoreActions: ['check', 'raw_check', 'finite'],
};

/** Moves each named schema to `$defs` and refers to it; the description and the default stay at the reference. */
function moveNamed(part: unknown, $defs: Record<string, JsonSchema>): unknown {
  if (Array.isArray(part)) return part.map((one) => moveNamed(one, $defs));
  if (typeof part !== 'object' || part === null) return part;
  const moved = Object.fromEntries(Object.entries(part).map(([key, one]) => [key, moveNamed(one, $defs)]));
  const name = nameOf(part);
  if (name === undefined) return moved;
  const { description, default: left, title: _, ...definition } = moved;
  $defs[name] = definition;
  return {
    $ref: `#/$defs/${name}`,
    ...(description === undefined ? {} : { description }),
    ...(left === undefined ? {} : { default: left }),
  };
}

/** The title, or the `type` of a variant. */
function nameOf({ title, properties }: JsonSchema): string | undefined {
  const type = properties?.type;
  const variant = typeof type === 'object' ? type.const : undefined;
  return [title, variant].find((name) => typeof name === 'string') as string | undefined;
}

if (import.meta.main) {
  await writeFile(new URL(`../../${jsonSchemaPath}`, import.meta.url), composeJsonSchema());
}
