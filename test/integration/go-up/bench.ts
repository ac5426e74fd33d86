import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Sandbox, startSandbox } from '../../../sandbox/serve.ts';
import { type FakeAccount, startFakeAccount } from '../../support/aws/aws-account.ts';
import { type CliResult, runCli } from '../../support/commands/cli.ts';
import { signingSecret, token } from '../../support/commands/run-bench.ts';
import { type Receiver, startReceiver } from '../../support/destinations/receiver.ts';

interface RunOptions {
  readonly input?: string;
  readonly env?: Record<string, string>;
  /** Of the directory. @default 'config.json' */
  readonly config?: string;
}

export interface GoUpBench {
  readonly account: FakeAccount;
  readonly receiver: Receiver;
  readonly sandbox: Sandbox;
  readonly directory: string;
  run(args: readonly string[], options?: RunOptions): Promise<CliResult>;
  close(): Promise<void>;
}

/** The values of the config's secrets as they are right. */
export const rightSecrets: Readonly<Record<string, string>> = {
  BRIDGE_ACCESS_TOKEN: token,
  DIGEST_SIGNING_SECRET: signingSecret,
};

/** An account, a service and a receiver on loopback, and a config that names them. */
export async function startGoUpBench(): Promise<GoUpBench> {
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
    run: (args, { input, env = {}, config = 'config.json' } = {}) =>
      runCli([...args, '--config', config], {
        cwd: directory,
        env: { ...account.environment, ...env },
        ...(input === undefined ? {} : { input }),
      }),
    async close() {
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
