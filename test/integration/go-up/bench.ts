import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../../../sandbox/serve.ts';
import { cloudSecretName, type SecretScope } from '../../../shared/runtime/environment.ts';
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
  const sandbox = await startSandbox({
    port: 0,
    seed: 3,
    buyers: 1,
    bridges: 1,
    signals: 1,
    token,
    now: () => Date.parse('2026-11-21T08:00:00Z'),
  });
  const receiver = await startReceiver();
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-go-up-'));
  const to = { type: 'webhook', url: receiver.url, signingSecret: { secret: 'DIGEST_SIGNING_SECRET' } };
  const write = (file: string, alarms: unknown) =>
    writeFileSync(
      join(directory, file),
      JSON.stringify({
        api: { baseUrl: sandbox.url, token: { secret: 'BRIDGE_ACCESS_TOKEN' } },
        watch: { buyers: [sandbox.world.buyers[0]?.buyerId] },
        routes: [{ id: 'crm', when: 'immediately', to }],
        alarms,
        local: true,
      }),
    );
  write('config.json', undefined);
  // Its alarms go where its route goes.
  write('told.json', { to });
  return {
    account,
    receiver,
    sandbox,
    directory,
    /** Holds secrets in a scope of the stage dev, as `secrets set` stores them. */
    hold: (scope: SecretScope, values: Readonly<Record<string, string>>, markedForDeletion = false) =>
      account.secrets.set(cloudSecretName('dev', scope), {
        value: JSON.stringify(values),
        tags: {},
        markedForDeletion,
      }),
    run: (
      args: readonly string[],
      {
        input,
        env = {},
        config = 'config.json',
      }: Pick<CliOptions, 'input' | 'env'> & { config?: string } = {},
    ) =>
      runCli([...args, '--config', config], {
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
