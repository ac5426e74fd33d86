import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { stackName } from '../../../shared/runtime/stage-names.ts';
import { now } from '../../machine/tick.ts';
import type { AccountPorts } from '../../operate/doctor/account/check-account.ts';
import { type CheckReport, runChecks } from '../../operate/doctor/check.ts';
import { areWell, tellCheck, tellNext } from '../../operate/doctor/tell-checks.ts';
import { findTroubles } from '../../words/route-needs.ts';
import { describeRoute } from '../../words/route-report.ts';
import { addPlaceOptions, atStage, loadLocalConfig, localSecrets, type PlaceOptions } from '../options.ts';

export function addDoctorCommand(program: Command): void {
  addPlaceOptions(program.command('doctor'))
    .description(
      'check the config, the secrets, the API and each destination, with --stage also the account; name the command that fixes each problem',
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
  const { listLocalChecks } = await import('../../operate/doctor/list-checks.ts');
  const subject = { config, configFile, post: createHttpPost() };
  const ports = {
    secrets: localSecrets(),
    findVanished: () => withLocalLedger(state, (ledger) => findVanished(ledger, config)),
    findTroubles: () => withLocalLedger(state, (ledger) => listTroubles(ledger, config)),
  };
  return runChecks(listLocalChecks(subject, state, ports), tell);
}

function findVanished(ledger: Ledger, { routes }: SignalpostConfig) {
  return ledger.findVanished(routes.map(({ id }) => id));
}

async function listTroubles(ledger: Ledger, { routes }: SignalpostConfig, at = ''): Promise<string[]> {
  const troubles: string[] = [];
  for (const { id, to } of routes) {
    troubles.push(...findTroubles(await describeRoute(ledger, id, to.type), now(), at));
  }
  return troubles;
}

async function withLocalLedger<Result>(
  directory: string,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result | null> {
  // A check makes nothing: without a ledger there is nothing pending.
  if (!existsSync(join(directory, 'ledger.db'))) return null;
  const { visitState } = await import('../../machine/pipeline/open-state.ts');
  const { ledger, close } = visitState(directory);
  try {
    return await work(ledger);
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
  const [{ listStageChecks }, { openAccount }, { openStageSecrets }, { withLedgerOf }] = await Promise.all([
    import('../../operate/doctor/list-checks.ts'),
    import('../../operate/aws/account.ts'),
    import('../../operate/secrets/stage-secrets.ts'),
    import('../../operate/deploy/find-vanished.ts'),
  ]);
  const account = openAccount();
  const secrets = openStageSecrets(stage);
  try {
    const subject = { config, configFile, post: createHttpPost() };
    const at = atStage({ stage });
    const ports = {
      account,
      secrets,
      findVanished: () => withLedgerOf(stage, account, (ledger) => findVanished(ledger, config)),
      findTroubles: () => withLedgerOf(stage, account, (ledger) => listTroubles(ledger, config, at)),
      probeGrants: () => probeDeployed(stage, account),
    };
    return await runChecks(listStageChecks(subject, stage, ports), tell);
  } finally {
    account.close();
    secrets.close();
  }
}

/** null before the first deploy. */
async function probeDeployed(stage: string, { describeStack }: Pick<AccountPorts, 'describeStack'>) {
  const [{ openStage }, { probeStage }, { isEmptyShell }] = await Promise.all([
    import('../../operate/stage/open-stage.ts'),
    import('../../operate/stage/probe-stage.ts'),
    import('../../operate/aws/describe-stack.ts'),
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
