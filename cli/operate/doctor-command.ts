import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { createHttpPost } from '../../shared/destinations/http-post.ts';
import { stackName } from '../../shared/runtime/stage-names.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import type { AccountPorts } from '../aws/account.ts';
import { withAccount } from '../aws/with-account.ts';
import { type CheckReport, runChecks } from '../doctor/check.ts';
import { areWell, tellCheck, tellNext } from '../doctor/tell-checks.ts';
import { addPlaceOptions, atStage, type PlaceOptions } from '../options.ts';
import { loadLocalConfig, localSecrets } from '../own-config.ts';
import { withLedger } from '../with-ledger.ts';
import { readNeeds } from '../words/route-needs.ts';

export function addDoctorCommand(program: Command): void {
  addPlaceOptions(program.command('doctor'))
    .description(
      'check the config, the secrets, the API and each destination, and with --stage the AWS account; print a fix for each problem',
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
  const ports = {
    secrets: localSecrets(),
    readNeeds: once(async () => {
      // A check creates no files. Without a ledger, nothing is pending.
      if (!existsSync(join(state, 'ledger.db'))) return null;
      return withLedger({ state }, ({ ledger }) => readNeeds(ledger, config.routes, systemClock.now()));
    }),
  };
  return runChecks(listLocalChecks(subject, state, ports), tell);
}

async function examineStage(
  config: SignalpostConfig,
  { config: configFile }: PlaceOptions,
  stage: string,
  tell: (report: CheckReport) => void,
): Promise<CheckReport[]> {
  // Imported here: the SDK loads slowly, and a help text or a config error must not wait for it.
  const [{ listStageChecks }, { openStageSecrets }, { withStageLedger }] = await Promise.all([
    import('../doctor/list-checks.ts'),
    import('../secrets/stage-secrets.ts'),
    import('../stage/stage-ledger.ts'),
  ]);
  const secrets = openStageSecrets(stage);
  try {
    return await withAccount((account) => {
      const subject = { config, configFile, post: createHttpPost() };
      const at = atStage({ stage });
      const ports = {
        account,
        secrets,
        readNeeds: once(() =>
          withStageLedger(stage, account, (ledger) =>
            readNeeds(ledger, config.routes, systemClock.now(), at),
          ),
        ),
        probeGrants: () => probeDeployed(stage, account),
      };
      return runChecks(listStageChecks(subject, stage, ports), tell);
    });
  } finally {
    secrets.close();
  }
}

/** Reads once for all checks: two of them use the same needs, and reading those reads every route's backlog. */
function once<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined;
  return () => (reading ??= read());
}

/** null before the first deploy. */
async function probeDeployed(stage: string, { describeStack }: Pick<AccountPorts, 'describeStack'>) {
  const [{ openStage }, { probeStage }, { isEmptyShell }] = await Promise.all([
    import('../stage/open-stage.ts'),
    import('../stage/probe-stage.ts'),
    import('../aws/describe-stack.ts'),
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
