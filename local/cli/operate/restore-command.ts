import type { Command } from 'commander';
import { loadConfig } from '../../../shared/config/load.ts';
import { now } from '../../machine/tick.ts';
import { findPlace, tellPlace } from '../../operate/aws/place.ts';
import { restoreStage } from '../../operate/deploy/restore-stage.ts';
import { createRunCdk } from '../../operate/deploy/run-cdk.ts';
import { stageOption } from '../options.ts';

interface RestoreOptions {
  readonly stage: string;
  readonly from: string;
  readonly config: string;
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
  // Loaded here: the SDK takes a while, which a help text and a wrong flag need not wait for.
  const [{ openAccount }, { openLedgerTables }] = await Promise.all([
    import('../../operate/aws/account.ts'),
    import('../../operate/stage/ledger-tables.ts'),
  ]);
  const account = openAccount();
  const tables = openLedgerTables();
  try {
    const place = await findPlace(account);
    console.error(`Restores ${options.stage} in ${tellPlace(place)}.`);
    await restoreStage({ ...options, place }, options.from, {
      runCdk: createRunCdk(place),
      describeStack: account.describeStack,
      copy: (from, to) => tables.copy({ from, to, now: now() }),
      readPending: tables.readPending,
      say: (line) => console.log(line),
    });
  } finally {
    account.close();
    tables.close();
  }
}
