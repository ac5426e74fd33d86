import type { Command } from 'commander';
import { loadConfig } from '../../shared/config/load.ts';
import { counted } from '../../shared/domain/counted.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { PendingOfRoute } from '../../shared/ledger/routes/pending.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { stackName, stageOutputs } from '../../shared/runtime/stage-names.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { type CdkSubject, createRunCdk, deployStateArguments, type RunCdk } from '../aws/cdk.ts';
import { isEmptyShell, type StackDescription } from '../aws/describe-stack.ts';
import { findPlace, tellPlace, withAccount } from '../aws/place.ts';
import { type StageOptions, stageOption } from '../options.ts';
import type { CopiedLedger } from './copy-ledger.ts';

interface RestoreOptions extends StageOptions {
  /** The table that AWS restored a ledger into. */
  readonly from: string;
}

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description("copy a ledger that AWS restored into the stage's own, empty table; the stage must be down")
    .addOption(stageOption('the stage, such as prod').makeOptionMandatory())
    .requiredOption('--from <table>', 'the table that point-in-time recovery or a backup was restored to')
    .option('--config <file>', 'the config: .ts, .mjs or .json', 'signalpost.config.ts')
    .action(restore);
}

async function restore(options: RestoreOptions): Promise<void> {
  await loadConfig(options.config);
  // Imported here: the SDK loads slowly, and a help text or an error about a flag must not wait for it.
  const [{ DynamoDBClient }, { copyLedger }, { openLedger }] = await Promise.all([
    import('@aws-sdk/client-dynamodb'),
    import('./copy-ledger.ts'),
    import('../aws/open-stage.ts'),
  ]);
  const client = new DynamoDBClient(sdkSettings(3_000, 10_000));
  await withAccount(async (account) => {
    const place = await findPlace(account);
    console.error(`Restoring ${options.stage} in ${tellPlace(place)}.`);
    await restoreStage({ ...options, place }, options.from, {
      runCdk: createRunCdk(account, place),
      describeStack: account.describeStack,
      copy: (from, to) => copyLedger(client, { from, to, now: systemClock.now() }),
      async readPending(table) {
        const { ledger, close } = openLedger(table);
        try {
          return await ledger.findVanished([]);
        } finally {
          close();
        }
      },
      say: (line) => console.log(line),
    });
  }).finally(() => client.destroy());
}

export interface RestorePorts {
  readonly runCdk: RunCdk;
  readonly describeStack: (name: string) => Promise<StackDescription | null>;
  readonly copy: (from: string, to: string) => Promise<CopiedLedger>;
  /** The backlogs in the restored ledger. */
  readonly readPending: (table: string) => Promise<readonly PendingOfRoute[]>;
  readonly say: (line: string) => void;
}

/**
 * Copies a ledger that AWS restored into a new table to the stage's own table. The new table lacks the stage's time to
 * live, tags and point-in-time recovery, and the stage can't be pointed at it. Throws `ConfigurationError` while
 * functions are deployed: they would run on half a ledger.
 */
export async function restoreStage(subject: CdkSubject, from: string, ports: RestorePorts): Promise<void> {
  const { stage } = subject;
  const describe = async (part: 'state' | 'pipeline'): Promise<StackDescription | null> => {
    const stack = await ports.describeStack(stackName(stage, part));
    return stack === null || isEmptyShell(stack) ? null : stack;
  };
  if ((await describe('pipeline')) !== null) {
    throw new ConfigurationError([
      `--stage: the functions of ${stage} are deployed and would run on half a ledger; nothing was done. ` +
        `Take them down: npm run destroy -- --stage ${stage}`,
    ]);
  }
  if ((await describe('state')) === null) {
    ports.say(`The stage ${stage} has no table yet: its state stack is deployed first.`);
    await ports.runCdk(deployStateArguments(subject));
  }
  const table = (await describe('state'))?.outputs[stageOutputs.table];
  if (!table) {
    throw new ConfigurationError([
      `--stage: ${stackName(stage, 'state')} has no output with its table; deploy this version first: npm run deploy -- --stage ${stage}`,
    ]);
  }
  const { copied, had, expired } = await ports.copy(from, table);
  const before = had === 0 ? '' : `, ${counted(had, 'item')} had been copied before`;
  const left = expired === 0 ? '' : `, ${counted(expired, 'item')} had expired`;
  ports.say(`Restored: ${counted(copied, 'item')} copied from ${from} to ${table}${before}${left}.`);
  for (const { routeId, digests, signalsWaiting, signalsHeld } of await ports.readPending(table)) {
    const owed = [
      counted(digests.length, 'digest'),
      `${counted(signalsWaiting, 'signal')} waiting`,
      `${counted(signalsHeld, 'signal')} held back`,
    ].join(', ');
    ports.say(`  route ${routeId}: ${owed}: will be sent, a second time if they were sent after the backup`);
  }
  ports.say(`Next: npm run deploy -- --stage ${stage}`);
}
