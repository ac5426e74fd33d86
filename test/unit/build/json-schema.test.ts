import { readFile } from 'node:fs/promises';
import { Ajv } from 'ajv';
import formatsPlugin from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { composeJsonSchema, jsonSchemaPath } from '../../../build/json-schema.ts';
import signalpostConfig from '../../../signalpost.config.ts';
import { exampleConfig, leastConfig } from '../../support/examples/example-config.ts';

const root = new URL('../../../', import.meta.url);

describe('docs/config.schema.json', async () => {
  const text = await readFile(new URL(jsonSchemaPath, root), 'utf8');

  test('is what the schema gives: npm run schema writes it', () => {
    expect(text).toBe(composeJsonSchema());
  });

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

  test('describes every field', () => {
    const undescribed: string[] = [];
    visitProperties(JSON.parse(text), '', (path, schema) => {
      if (!('description' in schema) && !('const' in schema)) undescribed.push(path);
    });
    expect(undescribed).toEqual(['watch.firstRun.sendLast']);
  });
});

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
