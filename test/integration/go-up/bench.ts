import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../../sandbox/serve.ts';
import { startFakeAccount } from '../../support/aws/aws-account.ts';
import { type CliOptions, runCli } from '../../support/commands/cli.ts';
import { signingSecret, token } from '../../support/commands/run-bench.ts';
import { startReceiver } from '../../support/destinations/receiver.ts';

/** The values of the config's secrets as they are right. */
export const rightSecrets: Readonly<Record<string, string>> = {
  BRIDGE_ACCESS_TOKEN: token,
  DIGEST_SIGNING_SECRET: signingSecret,
};

/** An account, a service and a receiver on loopback, and a config that names them. */
export async function startGoUpBench() {
  const account = await startFakeAccount();
  const sandbox = await startService();
  const receiver = await startReceiver();
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-go-up-'));
  writeFileSync(
    join(directory, 'config.json'),
    JSON.stringify({
      api: { baseUrl: sandbox.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
      watch: { buyers: [sandbox.world.buyers[0]?.buyerId] },
      routes: [
        {
          id: 'crm',
          when: 'immediately',
          to: { type: 'webhook', url: receiver.url, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } },
        },
      ],
      local: true,
    }),
  );
  return {
    account,
    receiver,
    sandbox,
    directory,
    run: (args: readonly string[], { input, env = {} }: Pick<CliOptions, 'input' | 'env'> = {}) =>
      runCli([...args, '--config', 'config.json'], {
        cwd: directory,
        env: { ...account.environment, ...env },
        ...(input === undefined ? {} : { input }),
      }),
    async close(): Promise<void> {
      await Promise.all([account.close(), sandbox.close(), receiver.close()]);
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function startService(): Promise<Sandbox> {
  return startSandbox({
    port: 0,
    seed: 3,
    buyers: 1,
    bridges: 1,
    signals: 1,
    token,
    now: () => Date.parse('2026-11-21T08:00:00Z'),
  });
}
