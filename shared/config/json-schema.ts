import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import { createConfigSchema } from './schema.ts';

/** Where the generated file lies, from the project's root. */
export const jsonSchemaPath = 'docs/config.schema.json';

/** What a config may look like, with what has a name of its own in `$defs`. */
export interface ConfigJsonSchema extends JsonSchema {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/**
 * What `docs/config.schema.json` holds, for editors of a JSON config. It says less than the check does: what JSON
 * Schema can't say (cron fields, time zones, addresses, fields that contradict each other) is left out.
 */
export function composeJsonSchema(): ConfigJsonSchema {
  const { title, ...schema } = toJsonSchema(createConfigSchema(false), {
    target: 'draft-07',
    typeMode: 'input',
    ignoreActions: ['check', 'raw_check', 'finite'],
  });
  const $defs: Record<string, JsonSchema> = {};
  return { title, ...(moveNamed(schema, $defs) as JsonSchema), $defs };
}

/** A schema without those that have a name, each of which is in `$defs` once; here its own description stays. */
function moveNamed(part: unknown, $defs: Record<string, JsonSchema>): unknown {
  if (Array.isArray(part)) return part.map((one) => moveNamed(one, $defs));
  if (typeof part !== 'object' || part === null) return part;
  const moved = Object.fromEntries(Object.entries(part).map(([key, one]) => [key, moveNamed(one, $defs)]));
  const name = nameOf(part);
  if (name === undefined) return moved;
  const { description, title: _, ...definition } = moved;
  $defs[name] = definition;
  return { $ref: `#/$defs/${name}`, ...(description === undefined ? {} : { description }) };
}

/** A title, or for one of several variants the type by which it is known. */
function nameOf({ title, properties }: JsonSchema): string | undefined {
  const type = properties?.type;
  const variant = typeof type === 'object' ? type.const : undefined;
  return [title, variant].find((name) => typeof name === 'string') as string | undefined;
}
