import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { createHttpPost } from '../../shared/destinations/http-post.ts';
import { stackName } from '../../shared/runtime/stage-names.ts';
import { type CheckReport, runChecks } from '../doctor/check.ts';
import type { AccountPorts } from '../doctor/check-account.ts';
import { areWell, tellCheck, tellNext } from '../doctor/tell-checks.ts';
import { addPlaceOptions, loadLocalConfig, localSecrets, type PlaceOptions } from './options.ts';

export function addDoctorCommand(program: Command): void {
  addPlaceOptions(program.command('doctor'))
    .description(
      'say what is missing, each with the command that mends it; without --stage for a run on this machine',
    )
    .action(examine);
}

async function examine(options: PlaceOptions): Promise<void> {
  const config = await loadLocalConfig(options);
  const tell = (report: CheckReport): void => {
    if (!options.json) console.log(tellCheck(report));
  };
  const stage = options.stage ?? null;
  const reports = await (stage === null
    ? examineMachine(config, options, tell)
    : examineStage(config, options, stage, tell));
  if (options.json) console.log(JSON.stringify({ stage, well: areWell(reports), checks: reports }));
  else console.log(tellNext(reports));
  if (!areWell(reports)) process.exitCode = 1;
}

async function examineMachine(
  config: SignalpostConfig,
  { config: configFile, state }: PlaceOptions,
  tell: (report: CheckReport) => void,
): Promise<CheckReport[]> {
  const { listLocalChecks } = await import('../doctor/list-checks.ts');
  const subject = { config, configFile, post: createHttpPost() };
  const findVanished = () => findLocalVanished(config, state);
  return runChecks(listLocalChecks(subject, state, { secrets: localSecrets(), findVanished }), tell);
}

async function findLocalVanished(config: SignalpostConfig, directory: string) {
  // A check makes nothing: without a ledger there is nothing pending.
  if (!existsSync(join(directory, 'ledger.db'))) return null;
  const { visitState } = await import('../pipeline/open-state.ts');
  const { ledger, close } = visitState(directory);
  try {
    return await ledger.findVanished(config.routes.map(({ id }) => id));
  } finally {
    close();
  }
}

async function examineStage(
  config: SignalpostConfig,
  { config: configFile }: PlaceOptions,
  stage: string,
  tell: (report: CheckReport) => void,
): Promise<CheckReport[]> {
  // Loaded here: the SDK takes a while, which a help text and a wrong config need not wait for.
  const [{ listStageChecks }, { openAccount }, { openStageSecrets }, { findVanishedOf }] = await Promise.all([
    import('../doctor/list-checks.ts'),
    import('../doctor/account-ports.ts'),
    import('../secrets/stage-secrets.ts'),
    import('../deploy/find-vanished.ts'),
  ]);
  const account = openAccount();
  const secrets = openStageSecrets(stage);
  const findVanished = () => findVanishedOf(stage, config, account);
  const probeGrants = () => probeDeployed(stage, account);
  try {
    const subject = { config, configFile, post: createHttpPost() };
    const ports = { account, secrets, findVanished, probeGrants };
    return await runChecks(listStageChecks(subject, stage, ports), tell);
  } finally {
    account.close();
    secrets.close();
  }
}

/** null before the first deploy. */
async function probeDeployed(stage: string, { describeStack }: Pick<AccountPorts, 'describeStack'>) {
  const [{ openStage }, { probeStage }, { isEmptyShell }] = await Promise.all([
    import('../stage/open-stage.ts'),
    import('../stage/probe-stage.ts'),
    import('../stage/describe-stack.ts'),
  ]);
  const pipeline = await describeStack(stackName(stage, 'pipeline'));
  if (pipeline === null || isEmptyShell(pipeline)) return null;
  const open = await openStage(stage);
  try {
    return await probeStage(open);
  } finally {
    open.close();
  }
}
