import type { Command } from 'commander';
import { stageOption } from '../options.ts';
import type { RestoreOptions } from './restore.ts';

export function addRestoreCommand(program: Command): void {
  program
    .command('restore')
    .description("copy a ledger that AWS restored into the stage's own, empty table; the stage must be down")
    .addOption(stageOption('the stage, such as prod').makeOptionMandatory())
    .requiredOption('--from <table>', 'the table that point-in-time recovery or a backup was restored to')
    .option('--config <file>', 'the config: .ts, .mjs or .json', 'signalpost.config.ts')
    .action(async (options: RestoreOptions) => (await import('./restore.ts')).restore(options));
}
