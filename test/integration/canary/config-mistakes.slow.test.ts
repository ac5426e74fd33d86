import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessToken, canaries, ed25519Secret, findCanaries, hmacSecret, slackPath } from './canaries.ts';
import { type CanaryStage, startCanaryStage } from './canary-stage.ts';

const slackAddress = `https://hooks.slack.example${slackPath}`;
const to = {
  type: 'webhook',
  url: 'https://hooks.example.com/in',
  signingSecret: { secret: 'HMAC_SECRET' },
};
const route = (changes: Readonly<Record<string, unknown>>) => ({
  routes: [{ id: 'crm', when: 'immediately', to, ...changes }],
});
const token = { secret: 'BRIDGE_ACCESS_TOKEN' };
const baseUrl = 'https://bridge.example.com';

const mistakes: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  ['the token where its name belongs', { api: { baseUrl, token: { secret: accessToken } } }],
  ['the token in place of a reference', { api: { baseUrl, token: accessToken } }],
  [
    "the token in the API's address",
    { api: { baseUrl: `https://x:${accessToken}@bridge.example.com`, token } },
  ],
  [
    "the token in the address's query",
    { api: { baseUrl: `${baseUrl}/?access_token=${accessToken}`, token } },
  ],
  ['the token in a field that does not exist', { api: { baseUrl, token, accessToken } }],
  ['the token as the name of a field', { api: { baseUrl, token, [accessToken]: true } }],
  ['the token among the buyers', { watch: { buyers: [accessToken] } }],
  ['the token as a time', { watch: { bridges: [], every: accessToken } }],
  ['the Slack address in place of a reference', route({ to: { type: 'slack', webhookUrl: slackAddress } })],
  [
    'the Slack address where its name belongs',
    route({ to: { type: 'slack', webhookUrl: { secret: slackAddress } } }),
  ],
  ['the Slack address as a destination of another kind', route({ to: slackAddress })],
  ['the signing secret in place of a reference', route({ to: { ...to, signingSecret: hmacSecret } })],
  [
    'the signing key where its name belongs',
    route({ to: { ...to, signingSecret: { secret: ed25519Secret } } }),
  ],
  [
    'a password in a destination',
    route({ to: { ...to, url: `https://user:${accessToken}@hooks.example.com/` } }),
  ],
  ['the token as the id of a route', route({ id: accessToken })],
  ['the token as the time of a route', route({ when: { cron: accessToken, timezone: hmacSecret } })],
  ['the token as the kind of a destination', route({ to: { ...to, type: accessToken } })],
];

let stage: CanaryStage;
beforeAll(async () => {
  stage = await startCanaryStage();
});
afterAll(() => stage.close());

describe('a config that holds a secret by mistake is refused, and the secret not repeated', () => {
  it.each(mistakes)('%s', async (_what, changes) => {
    const directory = stage.newDirectory({ local: false, ...changes });

    const { exitCode, stdout, stderr } = await directory.run('run', '--once', '--config', 'config.json');

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^signalpost: \w/);
    expect(findCanaries(canaries, { stdout, stderr })).toEqual([]);
  });

  it.each([
    ['broken JSON around it', 'broken.json', `{"api": {"token": "${accessToken}" "${slackAddress}"}}`],
    ['code that throws it', 'throws.ts', `throw new Error('no ${slackAddress} with ${accessToken}');`],
    ['code that does not compile', 'syntax.mjs', `const token = '${accessToken}' '${hmacSecret}';`],
    [
      'code that ends with it as the cause',
      'cause.mjs',
      `throw new Error('x', { cause: '${accessToken}' });`,
    ],
  ])('%s', async (_what, file, text) => {
    const directory = stage.newDirectory();
    writeFileSync(join(directory.path, file), text);

    const { exitCode, stdout, stderr } = await directory.run('run', '--once', '--config', file);

    expect(exitCode).toBe(2);
    expect(stderr).toContain(file);
    expect(findCanaries(canaries, { stdout, stderr })).toEqual([]);
  });

  it.each([
    ['an address where a signing secret belongs', { HMAC_SECRET: slackAddress }],
    ['a token where an address belongs', { HOOK_URL: accessToken }],
    ['a key that is cut off', { HMAC_SECRET: hmacSecret.slice(0, -7) }],
    ['an address with a password', { HOOK_URL: `https://user:${accessToken}@hooks.example.com/` }],
    ['a token with a line feed within', { BRIDGE_ACCESS_TOKEN: `${accessToken}\n${accessToken}` }],
  ])('%s, in the environment', async (_what, environment) => {
    const directory = stage.newDirectory();

    const { exitCode, stdout, stderr } = await directory.start(
      ['run', '--once', '--json', '--config', 'config.json'],
      environment,
    ).ended;

    expect(exitCode).toBe(2);
    expect(stderr).toMatch(/^signalpost: \w/m);
    expect(findCanaries(canaries, { stdout, stderr })).toEqual([]);
  });
});
