import type { Command } from 'commander';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { loadAccount } from '../aws/place.ts';
import { describeCheck, describeNext, isWell, runChecks } from '../doctor/check.ts';
import type { VisitLedger } from '../doctor/check-reading.ts';
import type { DoctorOptions } from '../doctor/list-checks.ts';
import { addPlaceOptions, print } from '../input/options.ts';
import { loadLocalConfig } from '../open/own-config.ts';
import { openSecretPlace } from '../open/secret-place.ts';
import { withLedger } from '../open/with-ledger.ts';

export function addCommands(program: Command): void {
  addPlaceOptions(program.command('doctor'))
    .description(
      'check the config, the secrets, the API and each destination, and with --stage the AWS account; print a fix for each problem',
    )
    .option('--take-ledger-from <stage>', 'make the ledger of that stage, which is gone, the one of --stage')
    .action(examine);
}

async function examine(options: DoctorOptions): Promise<void> {
  if (options.takeLedgerFrom && !options.stage)
    throw new ConfigurationError(['--take-ledger-from: found without --stage; name the stage that takes it']);
  const config = await loadLocalConfig(options);
  const { json, stage } = options;
  const { listChecks } = await import('../doctor/list-checks.ts');
  const place = await openSecretPlace(options);
  const account = stage === undefined ? null : await loadAccount();
  const visit: VisitLedger = async (work) => {
    if (account && stage && !(await account.readManifest(stage))) return work(null);
    return withLedger(
      options,
      ({ ledger, isThere, isRunning }) => work(isThere ? ledger : null, isRunning),
      true,
    );
  };
  const reports = await runChecks(listChecks(options, config, place, account, visit), (one) => {
    if (!json) console.log(describeCheck(one));
  });
  const well = reports.every(isWell);
  print(options, { stage: stage ?? null, well, checks: reports }, [describeNext(reports)]);
  if (!well) process.exitCode = 1;
}
