import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { loadConfig } from '../shared/config/load.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../shared/domain/errors.ts';
import { stackName } from '../shared/runtime/stage-names.ts';
import { checkPlace } from './check-place.ts';
import { addDeployRoles } from './deploy-roles.ts';
import { MonitoringStack } from './monitoring-stack.ts';
import { PipelineStack } from './pipeline-stack.ts';
import { checkStageTakes, stageNamed } from './stage.ts';
import { StateStack } from './state-stack.ts';

/** Builds the stacks of the stage `stageName`. Throws `ConfigurationError` if the config is not allowed there. */
export function addStacks(app: App, stageName: unknown, config: SignalpostConfig) {
  const stage = stageNamed(stageName);
  checkStageTakes(stage, config);
  const tags = { project: 'signalpost', stage: stage.name };
  const state = new StateStack(app, stackName(stage.name, 'state'), {
    description: 'Signalpost: the ledger, what was seen and what is owed',
    deletionProtection: stage.protectsState,
    keepState: stage.keepsState,
    tags,
  });
  const pipeline = new PipelineStack(app, stackName(stage.name, 'pipeline'), {
    description: 'Signalpost: functions, queues and schedules',
    stage: stage.name,
    config,
    table: state.table,
    tags,
  });
  pipeline.addStackDependency(state);
  const monitoring = new MonitoringStack(app, stackName(stage.name, 'monitoring'), {
    description: 'Signalpost: alarms, their recipients, and the dashboard',
    stage: stage.name,
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

async function synthesize(): Promise<void> {
  const app = new App();
  addChecks(app);
  const context = (name: string): unknown => app.node.tryGetContext(name);
  checkPlace(context, process.env);
  const repository = context('repository');
  if (repository === undefined) {
    const config = await loadConfig(app.node.tryGetContext('config') ?? 'signalpost.config.ts');
    addStacks(app, context('stage') ?? 'dev', config);
  } else {
    // Instead of a stage's stacks, so that no deploy of a stage can change a pipeline's rights.
    addDeployRoles(app, { repository, stage: context('stage'), provider: context('githubOidcProvider') });
  }
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
