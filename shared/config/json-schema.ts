import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { recursiveSchemas } from './match-schema.ts';
import { createConfigSchema } from './schema.ts';

/** The generated file's path from the project's root. */
export const jsonSchemaPath = 'docs/config.schema.json';

/** The schema of a config; its named parts are in `$defs`. */
export interface ConfigJsonSchema extends JsonSchema {
  readonly $defs: Readonly<Record<string, JsonSchema>>;
}

/**
 * The content of `docs/config.schema.json`, for editors of a JSON config. It checks less than `checkConfig`: JSON
 * Schema can't express cron fields, time zones, addresses or contradictions between fields.
 */
export function composeJsonSchema(): ConfigJsonSchema {
  const { title, $defs: recursive, ...schema } = describeSchema(createConfigSchema(false));
  const $defs: Record<string, JsonSchema> = {};
  for (const one of Object.values(recursive ?? {})) moveNamed(one, $defs);
  return { title, ...(moveNamed(schema, $defs) as JsonSchema), $defs };
}

/** Throws `TypeError` with the field that JSON Schema can't describe. */
export function describeSchema(schema: v.GenericSchema): JsonSchema {
  try {
    return toJsonSchema(schema, settings);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`${findUndescribed(schema, '')}: ${why}`, { cause });
  }
}

const settings: ConversionConfig = {
  target: 'draft-07',
  definitions: recursiveSchemas,
  typeMode: 'input',
  ignoreActions: ['check', 'raw_check', 'finite'],
};

/** The path of the innermost field that fails. */
function findUndescribed(schema: v.GenericSchema, path: string): string {
  for (const [at, part] of partsOf(schema)) {
    try {
      toJsonSchema(part, settings);
    } catch {
      return findUndescribed(part, `${path}${at}`);
    }
  }
  return path.replace(/^\./, '') || 'the config';
}

/** The schemas that a schema consists of, each with what it adds to the path of a field. */
function partsOf(schema: v.GenericSchema): (readonly [at: string, part: v.GenericSchema])[] {
  const { entries = {}, item, wrapped, options = [], value } = schema as Composed;
  return [
    ...Object.entries(entries).map(([name, entry]) => [`.${name}`, entry] as const),
    ...[item, value].flatMap((part) => (part ? [['[]', part] as const] : [])),
    ...[wrapped, ...options].flatMap((part) => (part ? [['', part] as const] : [])),
  ].filter(([, part]) => typeof part === 'object');
}

interface Composed {
  readonly entries?: Readonly<Record<string, v.GenericSchema>>;
  readonly item?: v.GenericSchema;
  readonly value?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly options?: readonly v.GenericSchema[];
}

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
