import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { cloudSecretName, type SecretScope } from '../../../shared/runtime/environment.ts';
import { startFakeAccount } from '../../support/aws/aws-account.ts';
import { type CliOptions, runCli } from '../../support/commands/cli.ts';
import { startRunBench, webhookRoute } from '../../support/commands/run-bench.ts';

/** An account, a service and a receiver on loopback, and a config that names them. */
export async function startGoUpBench() {
  const account = await startFakeAccount();
  const bench = await startRunBench({ buyers: 1, bridges: 1, signals: 1 });
  const { directory, configure } = bench.newState();
  const route = webhookRoute(bench.inbox, 'crm');
  // Its alarms go where its route goes.
  configure({ routes: [route], alarms: { to: route.to } });
  renameSync(join(directory, 'config.json'), join(directory, 'told.json'));
  configure({ routes: [route] });
  return {
    account,
    inbox: bench.inbox,
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
    close: () => Promise.all([account.close(), bench.close()]),
  };
}
