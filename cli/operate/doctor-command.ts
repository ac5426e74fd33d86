import type { Command } from 'commander';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { withAccount } from '../aws/place.ts';
import { type Check, isWell, runChecks, tellCheck, tellNext } from '../doctor/check.ts';
import { printJson } from '../json/print-json.ts';
import { addPlaceOptions, type PlaceOptions, type StageOptions } from '../options.ts';
import { loadLocalConfig, localSecrets } from '../own-config.ts';

export function addDoctorCommand(program: Command): void {
  addPlaceOptions(program.command('doctor'))
    .description(
      'check the config, the secrets, the API and each destination, and with --stage the AWS account; print a fix for each problem',
    )
    .action(examine);
}

async function examine(options: PlaceOptions): Promise<void> {
  const config = await loadLocalConfig(options);
  const { stage } = options;
  if (stage === undefined) {
    const { listLocalChecks } = await import('../doctor/list-checks.ts');
    await report(listLocalChecks(options, config, localSecrets(options)), options);
  } else await examineStage({ ...options, stage }, config);
}

async function examineStage(options: PlaceOptions & StageOptions, config: SignalpostConfig): Promise<void> {
  // Imported here: the SDK loads slowly, and a help text or a config error must not wait for it.
  const [{ listStageChecks }, { openStageSecrets }] = await Promise.all([
    import('../doctor/list-checks.ts'),
    import('../aws/stage-secrets.ts'),
  ]);
  const secrets = openStageSecrets(options.stage);
  try {
    await withAccount((account) => report(listStageChecks(options, config, { account, secrets }), options));
  } finally {
    secrets.close();
  }
}

async function report(checks: readonly Check[], { json, stage }: PlaceOptions): Promise<void> {
  const reports = await runChecks(checks, (one) => {
    if (!json) console.log(tellCheck(one));
  });
  const well = reports.every(isWell);
  if (json) printJson('doctor', { stage: stage ?? null, well, checks: reports });
  else console.log(tellNext(reports));
  if (!well) process.exitCode = 1;
}
