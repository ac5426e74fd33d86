import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { type FunctionName, type FunctionWiring, functions } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { redactText } from '../../shared/domain/redact-text.ts';
import { createDynamoDbTable } from '../../shared/ledger/dynamodb/dynamodb-table.ts';
import { createLedger, type Ledger } from '../../shared/ledger/ledger.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { FunctionFailedError } from './aws-problem.ts';
import { type DeployedStage, findStage } from './find-stage.ts';

export interface OpenLedger {
  readonly ledger: Ledger;
  close(): void;
}

/** The ledger in a table of this account, with the operator's credentials. */
export function openLedger(tableName: string): OpenLedger {
  const client = new DynamoDBClient(sdkSettings(3_000, 10_000));
  const table = createDynamoDbTable({ client, tableName });
  return {
    ledger: createLedger({ table, clock: systemClock, random: systemRandom }),
    close: () => client.destroy(),
  };
}

export interface OpenStage extends OpenLedger {
  readonly stage: DeployedStage;
  /** Invokes the deployed function and waits for its answer. Throws `FunctionFailedError` if it failed. */
  invoke(name: FunctionName, event: unknown): Promise<unknown>;
  /** The config that the stage runs. Throws `ConfigurationError` if the deployed version can't return it. */
  readConfig(): Promise<SignalpostConfig>;
}

/** Opens a deployed stage for a command. Throws as `findStage` does. */
export async function openStage(name: string): Promise<OpenStage> {
  const stage = await findStage(name);
  const invoke = async (functionName: FunctionName, event: unknown): Promise<unknown> => {
    const deployed = stage.functions[functionName];
    if (deployed === undefined) throw notThere(name, functionName);
    return invokeFunction(deployed, functions[functionName], event);
  };
  return {
    stage,
    ...openLedger(stage.table),
    invoke,
    readConfig: async () =>
      configOf(name, await invoke('compose-digests', { readConfig: true, dryRun: true })),
  };
}

function configOf(stage: string, answer: unknown): SignalpostConfig {
  const config = typeof answer === 'object' && answer !== null && 'config' in answer ? answer.config : null;
  if (typeof config === 'object' && config !== null && 'routes' in config) return config as SignalpostConfig;
  throw new ConfigurationError([
    `--stage: ${stage} was deployed by a version that can't return its config; deploy this version: npm run deploy -- --stage ${stage}`,
  ]);
}

function notThere(stage: string, functionName: FunctionName): ConfigurationError {
  const deploy = `npm run deploy -- --stage ${stage}`;
  // The only function that depends on the config.
  const fix =
    functionName === 'tell-alarm'
      ? `it needs alarms.to: add that to the config if it is missing, then ${deploy}`
      : `deploy this version with ${deploy}`;
  return new ConfigurationError([`--stage: ${stage} has no function ${functionName} yet; ${fix}`]);
}

/** Added to the function's own timeout, for the network and a cold start. */
const marginMs = 30_000;

/**
 * Invokes a deployed function and waits for its answer. Throws `FunctionFailedError` with the function's own sentence,
 * which `lambdaEntry` made safe, or with Lambda's for a timeout or a crash.
 */
async function invokeFunction(
  functionName: string,
  { timeoutSeconds }: Pick<FunctionWiring, 'timeoutSeconds'>,
  event: unknown,
): Promise<unknown> {
  const client = new LambdaClient({
    // If the answer is late, the SDK would invoke the function again while the first invocation still runs.
    maxAttempts: 1,
    ...sdkSettings(5_000, timeoutSeconds * 1000 + marginMs),
  });
  try {
    const Payload = Buffer.from(JSON.stringify(event));
    const answer = await client.send(new InvokeCommand({ FunctionName: functionName, Payload }));
    const body: unknown = answer.Payload?.length ? JSON.parse(answer.Payload.transformToString()) : null;
    if (answer.FunctionError) throw new FunctionFailedError(tellFailure(body));
    return body;
  } finally {
    client.destroy();
  }
}

function tellFailure(body: unknown): string {
  const told = typeof body === 'object' && body !== null && 'errorMessage' in body ? body.errorMessage : null;
  return typeof told === 'string' && told !== ''
    ? redactText(told)
    : 'it failed without a message; its logs show why';
}
