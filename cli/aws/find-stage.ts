import { CloudFormationClient } from '@aws-sdk/client-cloudformation';
import { type FunctionName, functions, type QueueName, queues } from '../../functions/wiring.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { type StackPart, stackName, stageOutputs } from '../../shared/runtime/stage-names.ts';
import { describeStack, isEmptyShell } from './describe-stack.ts';

/** The resources of a deployed stage, from the outputs of its stacks. */
export interface DeployedStage {
  readonly name: string;
  readonly table: string;
  /** Their names in Lambda; absent for a function that is newer than the deployed version. */
  readonly functions: Readonly<Partial<Record<FunctionName, string>>>;
  readonly queues: Readonly<Record<QueueName, { readonly url: string; readonly deadLettersUrl: string }>>;
  readonly scheduleDeadLettersUrl: string;
}

type Outputs = Readonly<Record<string, string>>;

/**
 * Looks a stage up in the account and region of the credentials. Throws `ConfigurationError` if it is not deployed,
 * or if an earlier version deployed it without these outputs; otherwise the SDK's error (see `awsProblem`).
 */
export async function findStage(name: string): Promise<DeployedStage> {
  const client = new CloudFormationClient(sdkSettings(5_000, 20_000));
  try {
    const [state, pipeline, monitoring] = await Promise.all([
      readOutputs(client, name, 'state'),
      readOutputs(client, name, 'pipeline'),
      // It has the function that tells of alarms.
      readOutputs(client, name, 'monitoring'),
    ]);
    if (state === null || pipeline === null) throw notDeployed(name, state === null ? 'state' : 'pipeline');
    return stageOf(name, { ...state, ...pipeline, ...monitoring });
  } finally {
    client.destroy();
  }
}

/** The outputs of one stack of a stage; null if it was never deployed. */
async function readOutputs(
  client: CloudFormationClient,
  stage: string,
  part: StackPart,
): Promise<Outputs | null> {
  const stack = await describeStack(client, stackName(stage, part));
  return stack === null || isEmptyShell(stack) ? null : stack.outputs;
}

function notDeployed(stage: string, part: StackPart): ConfigurationError {
  return new ConfigurationError([
    `--stage: ${stage} is not deployed here: this account and region have no stack ${stackName(stage, part)}; ` +
      `deploy it with npm run deploy -- --stage ${stage}, or set AWS_PROFILE and AWS_REGION to its account and region`,
  ]);
}

function stageOf(name: string, outputs: Outputs): DeployedStage {
  const missing: string[] = [];
  const output = (key: string): string => {
    const value = outputs[key];
    if (!value) missing.push(key);
    return value ?? '';
  };
  const stage = {
    name,
    // The functions' own: a deploy is what changes it.
    table: output(stageOutputs.usedTable),
    functions: functionNames(outputs),
    queues: mapNames(queues, (queue) => ({
      url: output(stageOutputs.queueUrl(queue)),
      deadLettersUrl: output(stageOutputs.deadLettersUrl(queue)),
    })),
    scheduleDeadLettersUrl: output(stageOutputs.scheduleDeadLettersUrl),
  };
  if (missing.length > 0) {
    throw new ConfigurationError([
      `--stage: ${name} was deployed by another version: its stacks have no output ${missing[0]}; ` +
        `deploy this version with npm run deploy -- --stage ${name}`,
    ]);
  }
  return stage;
}

function functionNames(outputs: Outputs): DeployedStage['functions'] {
  const names = Object.keys(functions) as FunctionName[];
  const found = names.map((name) => [name, outputs[stageOutputs.functionName(name)]] as const);
  return Object.fromEntries(found.filter(([, deployed]) => deployed !== undefined));
}

function mapNames<Name extends string, To>(
  wiring: Readonly<Record<Name, unknown>>,
  find: (name: Name) => To,
): Record<Name, To> {
  const names = Object.keys(wiring) as Name[];
  return Object.fromEntries(names.map((name) => [name, find(name)])) as Record<Name, To>;
}
