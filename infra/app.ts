import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { loadConfig } from '../shared/config/load.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { checkStageTakes, keepsState, protectsState, stackName } from '../shared/runtime/stage-names.ts';
import { MonitoringStack } from './monitoring-stack.ts';
import { PipelineStack } from './pipeline-stack.ts';
import { stageNamed } from './stage.ts';
import { StateStack } from './state-stack.ts';

/** Builds the stacks of the stage that is named. Throws `ConfigurationError` if the config is not allowed there. */
export function addStacks(app: App, named: unknown, config: SignalpostConfig) {
  const stage = stageNamed(named);
  checkStageTakes(stage, config);
  const tags = { project: 'signalpost', stage };
  const state = new StateStack(app, stackName(stage, 'state'), {
    description: 'Signalpost: the ledger, what was seen and what is owed',
    deletionProtection: protectsState(stage),
    keepState: keepsState(stage),
    tags,
  });
  const pipeline = new PipelineStack(app, stackName(stage, 'pipeline'), {
    description: 'Signalpost: functions, queues and schedules',
    stage,
    config,
    table: state.table,
    tags,
  });
  pipeline.addStackDependency(state);
  const monitoring = new MonitoringStack(app, stackName(stage, 'monitoring'), {
    description: 'Signalpost: alarms and their recipients',
    stage,
    config,
    pipeline,
    tags,
  });
  monitoring.addStackDependency(pipeline);
  return { state, pipeline, monitoring };
}

/** Makes every finding of the rules fail the synthesis. */
export function addChecks(app: App): void {
  Validations.of(app).addPlugins(
    new AwsSolutionsChecks(app, { verbose: true }),
    new ServerlessChecks(app, { verbose: true }),
  );
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
  const problems = [
    ['account', CDK_DEFAULT_ACCOUNT] as const,
    ['region', CDK_DEFAULT_REGION] as const,
  ].flatMap(([name, found]) => {
    const wanted = context(name);
    // Without credentials CDK finds no account, and reports it itself when it needs one.
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
  addChecks(app);
  const context = (name: string): unknown => app.node.tryGetContext(name);
  checkPlace(context, process.env);
  const config = await loadConfig(app.node.tryGetContext('config') ?? 'signalpost.config.ts');
  addStacks(app, context('stage') ?? 'dev', config);
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
