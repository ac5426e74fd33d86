import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Lambda } from '@aws-sdk/client-lambda';
import { SQS } from '@aws-sdk/client-sqs';
import { type FunctionName, functions } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { isRecord } from '../../shared/domain/is-record.ts';
import { redactText } from '../../shared/domain/redact-text.ts';
import { createDynamoDbTable } from '../../shared/ledger/dynamodb/dynamodb-table.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import type { ReadableTable } from '../../shared/ledger/table/draft-table.ts';
import { sdkSettings } from '../../shared/runtime/sdk-settings.ts';
import { manifestName } from '../../shared/runtime/stage-names.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';
import { suggest } from '../../view/words/suggest.ts';
import type { StageOptions } from '../input/options.ts';
import { FunctionFailedError } from './aws-problem.ts';
import { readManifest } from './read-manifest.ts';

/** Time for the network and a cold start, beyond the function's own timeout. */
const marginMs = 30_000;

export type OpenStage = Awaited<ReturnType<typeof openStage>>;

/**
 * Opens a stage in the account and region of the credentials. Throws `ConfigurationError` if it is not deployed there,
 * or if another version deployed it; otherwise the SDK's error (see `awsProblem`). Nothing to close: idle connections keep
 * no process alive.
 */
export async function openStage(options: StageOptions) {
  const { stage: name } = options;
  const deploy = suggest('deploy', options);
  const manifest = await readManifest(name);
  if (!manifest)
    throw new ConfigurationError([
      `--stage: ${name} is not deployed here: this account and region have no parameter ${manifestName(name)}; ` +
        `deploy it with ${deploy}, or set AWS_PROFILE and AWS_REGION to its account and region`,
    ]);
  const client = new DynamoDBClient(sdkSettings(3_000, 10_000));
  // The table that the functions use: only a deploy changes it.
  const table = createDynamoDbTable({ client, tableName: manifest.table });
  /**
   * Invokes the deployed function and waits for its answer. Throws `FunctionFailedError` with the function's own sentence,
   * which `lambdaEntry` made safe, or with Lambda's for a timeout or a crash.
   */
  const invoke = async (functionName: FunctionName, event: unknown): Promise<unknown> => {
    const deployed = manifest.functions[functionName];
    if (deployed === undefined) {
      // The functions that depend on the config.
      const needed =
        functionName === 'tell-alarm' ? 'alarms.to' : functions[functionName].inbound && 'inbound';
      const fix = needed
        ? `it needs ${needed}: add that to the config if it is missing, then ${deploy}`
        : `deploy this version with ${deploy}`;
      throw new ConfigurationError([`--stage: ${name} has no function ${functionName} yet; ${fix}`]);
    }
    const lambda = new Lambda({
      // If the answer is late, the SDK would invoke the function again while the first invocation still runs.
      maxAttempts: 1,
      ...sdkSettings(5_000, functions[functionName].timeoutSeconds * 1000 + marginMs),
    });
    const Payload = Buffer.from(JSON.stringify(event));
    const answer = await lambda.invoke({ FunctionName: deployed, Payload });
    const body: unknown = answer.Payload?.length ? JSON.parse(answer.Payload.transformToString()) : null;
    if (answer.FunctionError) throw new FunctionFailedError(formatFailure(body));
    return body;
  };
  return {
    name,
    /** The address that others call; null without `inbound` in the config. */
    doorUrl: manifest.doorUrl ?? null,
    alarmTopic: manifest.alarmTopic,
    ledger: createLedger({ table, clock: systemClock, random: systemRandom }),
    table: table as ReadableTable,
    invoke,
    /** The config that the stage runs. Throws `ConfigurationError` if the deployed version can't return it. */
    async readConfig(): Promise<SignalpostConfig> {
      const answer = await invoke('compose-digests', { readConfig: true, dryRun: true });
      const config = isRecord(answer) ? answer.config : null;
      if (isRecord(config) && 'routes' in config) return config as unknown as SignalpostConfig;
      throw new ConfigurationError([
        `--stage: ${name} was deployed by a version that can't return its config; deploy this version: ${deploy}`,
      ]);
    },
    /** The numbers of messages in the queues of a stage. SQS's counts may lag by a minute. */
    async readQueueDepths() {
      const client = new SQS(sdkSettings(3_000, 10_000));
      const count = async (name: string, QueueUrl: string) => {
        const AttributeNames = [
          'ApproximateNumberOfMessages',
          'ApproximateNumberOfMessagesDelayed',
          'ApproximateNumberOfMessagesNotVisible',
        ] as const;
        const asked = { QueueUrl, AttributeNames: [...AttributeNames] };
        const { Attributes } = await client.getQueueAttributes(asked);
        const counts = AttributeNames.map((one) => Number(Attributes?.[one] ?? 0));
        const [visible = 0, delayed = 0, inFlight = 0] = counts;
        return { name, waiting: visible + delayed, inFlight };
      };
      const countDead = async (url: string): Promise<number> => {
        const { waiting, inFlight } = await count('', url);
        return waiting + inFlight;
      };
      return {
        work: await Promise.all(Object.entries(manifest.queues).map(([name, url]) => count(name, url))),
        /** Messages that were not handled, and ticks that the schedules could not deliver. */
        deadLetters: await countDead(manifest.deadLetters.work),
        missedTicks: await countDead(manifest.deadLetters.ticks),
      };
    },
  };
}

function formatFailure(body: unknown): string {
  const told = isRecord(body) ? body.errorMessage : null;
  return typeof told === 'string' && told !== ''
    ? redactText(told)
    : 'it failed without a message; its logs show why';
}
