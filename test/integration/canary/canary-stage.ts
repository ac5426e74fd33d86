import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEnvironmentSecrets } from '../../../machine/secrets-environment.ts';
import { startSandbox } from '../../../sandbox/serve.ts';
import { runCli } from '../../support/commands/cli.ts';
import { accessToken, fileSecret, hmacSecret, hookAddress, slackPath } from './canaries.ts';
import { startEchoingServer } from './echoing-server.ts';

export type CanaryStage = Awaited<ReturnType<typeof startCanaryStage>>;
export type CanaryDirectory = ReturnType<CanaryStage['newDirectory']>;

/** A service and three destinations, with each of their secrets a canary. */
export async function startCanaryStage() {
  const sandbox = await startSandbox({
    port: 0,
    seed: 5,
    buyers: 3,
    bridges: 4,
    signals: 30,
    token: accessToken,
    now: () => Date.parse('2026-11-21T08:00:00Z'),
  });
  const destination = await startEchoingServer();
  const upstream = await startEchoingServer();
  const root = mkdtempSync(join(tmpdir(), 'signalpost-canary-'));
  const environment = {
    BRIDGE_ACCESS_TOKEN: accessToken,
    HOOK_URL: destination.url + hookAddress,
    HMAC_SECRET: hmacSecret,
  };
  const dotEnv = `SLACK_WEBHOOK_URL=${destination.url}${slackPath}\nFILE_SECRET=${fileSecret}\n`;
  const config = {
    api: { baseUrl: sandbox.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
    watch: { buyers: sandbox.world.buyers.map(({ buyerId }) => buyerId), firstRun: 'send-all' },
    hot: { topByHotness: 2 },
    summaries: { waitAtMost: '0 seconds' },
    routes: routesTo(destination.url),
    alarms: { to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } } },
    local: true,
  };
  return {
    sandbox,
    destination,
    upstream,
    /** A new directory with the config, `.env` and an empty state; changes go over the config. */
    newDirectory(changes: Readonly<Record<string, unknown>> = {}) {
      const path = mkdtempSync(join(root, 'run-'));
      writeFileSync(join(path, '.env'), dotEnv);
      writeFileSync(join(path, 'config.json'), JSON.stringify({ ...config, ...changes }));
      const where = { cwd: path, env: environment };
      return {
        path,
        /** The part of the secrets that is not in `.env`. */
        environment,
        /** As the command line has them: some from the environment, some from `.env`. */
        secrets: createEnvironmentSecrets({
          environment,
          readDotEnv: async () => dotEnv,
        }),
        run: (...args: string[]) => runCli([...args, '--state', 'state'], where),
        /** Every file of the state, by its path, as bytes. */
        readState: () => readFiles(join(path, 'state')),
      };
    },
    async close(): Promise<void> {
      await Promise.all([sandbox.close(), destination.close(), upstream.close()]);
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function routesTo(url: string): unknown[] {
  return [
    { id: 'sales', when: 'immediately', to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } } },
    {
      id: 'crm',
      when: 'immediately',
      to: { type: 'webhook', url: { secret: 'HOOK_URL' }, signingSecret: { secret: 'HMAC_SECRET' } },
    },
    {
      id: 'audit',
      when: 'immediately',
      to: { type: 'webhook', url: `${url}/audit`, signingSecret: { secret: 'FILE_SECRET' } },
    },
  ];
}

function readFiles(directory: string): Record<string, Uint8Array> {
  const files = readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .map((name) => join(directory, name))
    .filter((file) => statSync(file).isFile());
  return Object.fromEntries(files.map((file) => [file, readFileSync(file)]));
}
