import { type ConversionConfig, toJsonSchema } from '@valibot/to-json-schema';
import { Ajv } from 'ajv';
import formatsPlugin from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { recursiveSchemas } from '../../../shared/config/match-schema.ts';
import { createConfigSchema } from '../../../shared/config/schema.ts';
import signalpostConfig from '../../../signalpost.config.ts';
import { exampleConfig, leastConfig } from '../../support/examples/example-config.ts';

const settings: ConversionConfig = {
  target: 'draft-07',
  definitions: recursiveSchemas,
  typeMode: 'input',
  ignoreActions: ['check', 'raw_check', 'finite'],
};

/**
 * The file is for editors of a JSON config. It checks less than `checkConfig`: JSON Schema can't express cron fields, time
 * zones, addresses or contradictions between fields.
 */
describe('docs/config.schema.json', () => {
  const text = `${JSON.stringify(toJsonSchema(createConfigSchema(false), settings), null, 2)}\n`;

  test('is what the schema gives: npm run schema writes it', async () => {
    await expect(text).toMatchFileSnapshot('../../../docs/config.schema.json');
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
