import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  dailyAt,
  mondaysAt,
  secret,
  slack,
  webhook,
  weekdaysAt,
} from '../../../../shared/config/define-config.ts';
import { loadConfig } from '../../../../shared/config/load.ts';
import { ConfigurationError } from '../../../../shared/domain/errors.ts';
import { leastConfig } from '../../../support/examples/example-config.ts';
import { rejectionOf } from '../../../support/fake-service.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalpost-config-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
/** Each in a file of its own: a module is loaded once. */
async function write(text: string, extension: string): Promise<string> {
  const file = join(folder, `config-${++files}${extension}`);
  await writeFile(file, text);
  return file;
}

async function failureOf(file: string): Promise<string> {
  const error = await rejectionOf(loadConfig(file));
  expect(error).toBeInstanceOf(ConfigurationError);
  return String((error as Error).message);
}

const least = JSON.stringify(leastConfig());
const helpers = pathToFileURL(join(import.meta.dirname, '../../../../shared/config/define-config.ts')).href;

describe('a config file', () => {
  test.each([
    ['.json', least],
    ['.json', `\uFEFF${least}`],
    ['.mjs', `export default ${least};`],
    ['.ts', `const config: object = ${least};\nexport default config;`],
    ['.ts', `import { defineConfig } from '${helpers}';\nexport default defineConfig(${least});`],
  ])('is loaded from %s', async (extension, text) => {
    const config = await loadConfig(await write(text, extension));
    expect(config.routes[0]?.id).toBe('all');
  });

  test('is checked, with local addresses permitted where asked for', async () => {
    const file = await write(least.replace('https://bridge.example.com', 'http://127.0.0.1:1'), '.json');
    expect(await failureOf(file)).toContain('api.baseUrl: the address');
    expect(await loadConfig(file, { permitLocal: true })).toMatchObject({ local: true });
  });

  test.each(['.json', '.ts', '.mjs'])('that does not exist is reported: %s', async (extension) => {
    const file = join(folder, `missing${extension}`);
    expect(await failureOf(file)).toBe(
      `${file}: file not found; name the config with --config FILE, or write one with init`,
    );
  });

  test('of another kind is reported', async () => {
    expect(await failureOf('config.yaml')).toBe(
      'config.yaml: has the extension .yaml; use .ts, .mjs or .json',
    );
  });

  test('without a default export is reported', async () => {
    expect(await failureOf(await write('export const config = {};', '.mjs'))).toContain(
      'has no default export; write export default defineConfig({…})',
    );
  });

  test.each([
    ['{\n  "api": { "token": hunter2 }\n}', 'line 2, column 21'],
    ['{"a": 1, // one\n}', 'line 1, column 10'],
    ['', 'line 1, column 1'],
  ])('that is not JSON is reported with the position, without its text: %j', async (text, place) => {
    const file = await write(text, '.json');
    expect(await failureOf(file)).toBe(`${file}: is not JSON at ${place}; fix it there`);
  });

  test('that has a field twice is reported with the place of the second, as the first would be ignored', async () => {
    const file = await write(
      '{\n  "routes": [{ "match": {} }, { "match": { "match": 1 },\n    "match": {} }]\n}',
      '.json',
    );
    expect(await failureOf(file)).toBe(
      `${file}: has a field twice, the second time at line 3, column 5; remove one of them`,
    );
  });

  test('that throws is reported without what looks like a secret', async () => {
    const file = await write("throw new TypeError('no answer from https://x.example/?sig=abc');", '.mjs');
    const failure = await failureOf(file);
    expect(failure).toContain('could not be run (line 1): TypeError: no answer from [address]');
    expect(failure).not.toContain('sig=abc');
  });

  test('that misuses a helper is reported with the field', async () => {
    const code = `import { defineConfig, weekdaysAt } from '${helpers}';
      const config = ${least};
      config.routes[0].when = weekdaysAt('8 Uhr', 'UTC');
      export default defineConfig(config);`;
    expect(await failureOf(await write(code, '.mjs'))).toContain(
      'routes[0].when.cron: found "8 Uhr"; in weekdaysAt, dailyAt and mondaysAt, write a time as "08:30"; a cron expression has six fields',
    );
  });
});

test('the helpers give plain data, the same that JSON would say', () => {
  expect([
    slack(secret('SLACK_WEBHOOK_URL')),
    webhook({ url: 'https://crm.example.com', signingSecret: secret('KEY') }),
    weekdaysAt('08:05', 'UTC'),
    dailyAt('17:30', 'America/New_York'),
    mondaysAt('08:00', 'Europe/London'),
  ]).toEqual([
    { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
    { type: 'webhook', url: 'https://crm.example.com', signingSecret: { secret: 'KEY' } },
    { cron: '5 8 ? * MON-FRI *', timezone: 'UTC' },
    { cron: '30 17 * * ? *', timezone: 'America/New_York' },
    { cron: '0 8 ? * MON *', timezone: 'Europe/London' },
  ]);
});
