import { App, CfnOutput, Stack } from 'aws-cdk-lib';
import { Table } from 'aws-cdk-lib/aws-dynamodb';
import { checkConfig } from '../shared/config/check-config.ts';
import { readConfig } from '../shared/config/load.ts';
import type { ConfigInput } from '../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { protectsState, stackName, tableOutput } from '../shared/runtime/stage-names.ts';
import { ledgerTable } from './constructs/ledger-table.ts';
import { checkStageName } from './settle.ts';
import { Signalpost } from './signalpost.ts';

/**
 * Builds the two stacks of a stage: the table is apart, so that it can stay when the rest is deleted. Throws
 * `ConfigurationError` if the config is not allowed in the stage.
 */
export function addStacks(app: App, named: unknown, config: ConfigInput) {
  const stage = checkStageName(named);
  const { ledger } = checkConfig(config);
  const tags = { project: 'signalpost', stage };
  const state = new Stack(app, stackName(stage, 'state'), {
    description: 'Signalpost: the ledger, what was seen and what is owed',
    terminationProtection: protectsState(stage),
    tags,
  });
  const own = ledgerTable(state, { stage });
  new CfnOutput(state, tableOutput, { value: own.tableName });
  const running = new Stack(app, stackName(stage, 'running'), {
    description: 'Signalpost: functions, queues, schedules and alarms',
    tags,
  });
  // The table is deployed even if the config names another one: the next config may not.
  running.addStackDependency(state);
  const table = ledger === undefined ? own : Table.fromTableName(running, 'Restored', ledger.table);
  // CDK leaves this id out of the names of what is in it.
  const signalpost = new Signalpost(running, 'Default', { config, stage, table });
  return { state, running, signalpost };
}

/**
 * Compares the account and region of the caller, if given by `-c account` and `-c region`, with those that CDK found.
 * Throws `ConfigurationError` if they differ: CDK reads a profile or region in `~/.cdk.json`, but AWS's SDK does not,
 * so one command would act in two places.
 */
export function checkPlace(
  context: (name: string) => unknown,
  { CDK_DEFAULT_ACCOUNT, CDK_DEFAULT_REGION }: NodeJS.ProcessEnv,
): void {
  const place = { account: CDK_DEFAULT_ACCOUNT, region: CDK_DEFAULT_REGION };
  const problems = Object.entries(place).flatMap(([name, found]) => {
    const wanted = context(name);
    // CDK finds no account without credentials, and reports it itself when it needs one.
    if (wanted === undefined || !found || wanted === found) return [];
    return [
      `${name}: CDK found ${found}, signalpost found ${String(wanted)}; ` +
        'remove "profile" and "region" from ~/.cdk.json, and set AWS_PROFILE and AWS_REGION instead',
    ];
  });
  if (problems.length > 0) throw new ConfigurationError(problems);
}

async function synthesize(): Promise<void> {
  const app = new App();
  // The package has no rules: its templates passed them before it was published.
  if (import.meta.url.endsWith('.ts')) (await import('./checks.ts')).addChecks(app);
  const context = (name: string): unknown => app.node.tryGetContext(name);
  checkPlace(context, process.env);
  const config = await readConfig(app.node.tryGetContext('config') ?? 'signalpost.config.ts');
  addStacks(app, context('stage') ?? 'dev', config as ConfigInput);
  app.synth();
}

if (import.meta.main) {
  try {
    await synthesize();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    // The user needs the problems in the config, not a stack trace.
    console.error(error.message);
    process.exitCode = 1;
  }
}
