import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import formatsPlugin from 'ajv-formats';
import * as v from 'valibot';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { composeInputTypes } from '../../../shared/config/compose-input-types.ts';
import type { ConfigInput } from '../../../shared/config/config-input.ts';
import { describeSchema, jsonSchemaPath } from '../../../shared/config/json-schema.ts';
import type { createConfigSchema } from '../../../shared/config/schema.ts';
import { composeSchemaFiles } from '../../../shared/config/schema-files.ts';
import signalpostConfig from '../../../signalpost.config.ts';
import { exampleConfig, leastConfig, withField } from './example-config.ts';

const root = new URL('../../../', import.meta.url);

test.each([...composeSchemaFiles()])(
  '%s is what the schema gives: npm run schema writes it',
  async (path, text) => {
    expect(await readFile(new URL(path, root), 'utf8')).toBe(text);
  },
);

describe('docs/config.schema.json', async () => {
  const text = await readFile(new URL(jsonSchemaPath, root), 'utf8');
  const ajv = new Ajv({ allErrors: true, strict: true });
  formatsPlugin.default(ajv);
  const validate = ajv.compile(JSON.parse(text));

  test.each([
    ['the full example', exampleConfig()],
    ['the least example', leastConfig()],
    ['signalpost.config.ts', signalpostConfig],
  ])('takes %s', (_, config) => {
    validate(config);
    expect(validate.errors).toBeNull();
  });

  test.each([
    ['api.token', 'abc', '/api/token'],
    ['api.tokne', {}, '/api'],
    ['watch.buyers.0', 'acme', '/watch/buyers/0'],
    ['watch.every', 'daily', '/watch/every'],
    ['watch.firstRun', { sendLast: '2 weeks' }, '/watch/firstRun'],
    ['routes.0.id', 'Sales Team', '/routes/0/id'],
    ['routes.1.to.webhookUrl.secret', 'lower', '/routes/1/to'],
    ['routes', [], '/routes'],
  ])('refuses %s as %j', (path, value, at) => {
    validate(withField(exampleConfig(), path, value));
    expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain(at);
  });

  test('describes every field', () => {
    const undescribed: string[] = [];
    visitProperties(JSON.parse(text), '', (path, schema) => {
      if (!('description' in schema) && !('const' in schema)) undescribed.push(path);
    });
    expect(undescribed).toEqual(['watch.firstRun.sendLast']);
  });
});

test.each([
  ['routes[].at', v.object({ routes: v.array(v.object({ id: v.string(), at: v.optional(v.date()) })) })],
  [
    'api.until',
    v.object({ api: v.variant('type', [v.object({ type: v.literal('a'), until: v.bigint() })]) }),
  ],
])("names the field %s that JSON Schema can't describe", (path, schema) => {
  expect(() => describeSchema(schema)).toThrow(`${path}: The "`);
});

test('names the field that has no type in TypeScript', () => {
  const routes = { type: 'array', items: { type: 'object', properties: { at: { not: {} } } } } as const;
  const schema = { type: 'object', properties: { routes }, $defs: {} } as const;
  expect(() => composeInputTypes(schema)).toThrow('ConfigInput.routes[].at: no type for');
});

// Checked by the compiler: what a user's editor says is what the schema takes.
expectTypeOf<ConfigInput>().toEqualTypeOf<v.InferInput<ReturnType<typeof createConfigSchema>>>();

function visitProperties(schema: object, path: string, visit: (path: string, schema: object) => void): void {
  for (const [key, value] of Object.entries(schema)) {
    if (typeof value !== 'object' || value === null) continue;
    if (key !== 'properties') {
      visitProperties(value, path, visit);
      continue;
    }
    for (const [name, property] of Object.entries(value as Record<string, object>)) {
      const at = path === '' ? name : `${path}.${name}`;
      visit(at, property);
      visitProperties(property, at, visit);
    }
  }
}
