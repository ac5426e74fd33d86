import type { Handler } from '../../functions/function-ports.ts';
import { createHandlers } from '../../functions/handlers.ts';
import type { PipelineFunction, QueueName } from '../../functions/wiring.ts';
import type { SignalpostConfig } from '../../shared/config/signalpost-config.ts';
import type { Clock, Random } from '../../shared/domain/clock.ts';
import type { Observe } from '../../shared/domain/observation.ts';
import { createLedger } from '../../shared/ledger/ledger.ts';
import type { Table } from '../../shared/ledger/table/table.ts';
import { configuredBridgeApi } from '../../shared/runtime/configured-bridge-api.ts';
import { configuredSender } from '../../shared/runtime/configured-sender.ts';
import { createCloudObserver } from '../../shared/runtime/logger.ts';
import { type CloudSecretsOptions, createCloudSecrets } from '../../shared/runtime/secrets-manager.ts';
import { createSqsQueue, type SqsQueueSettings } from '../../shared/runtime/sqs-queue.ts';
import { createTallyKeeper, tallied } from '../../shared/runtime/tally-keeper.ts';
import { assumptions } from './assumptions.ts';
import { countTable } from './counted-table.ts';
import { measureLog } from './measure-log.ts';
import { sumUsage, type Usage } from './usage.ts';

export interface ProcessPorts {
  readonly stage: string;
  readonly config: SignalpostConfig;
  readonly clock: Clock;
  readonly random: Random;
  readonly table: Table;
  /** By their names in Secrets Manager. */
  readonly secretValues: ReadonlyMap<string, string>;
  readonly fetch: typeof globalThis.fetch;
  /** How long an answer of the API takes. */
  readonly latencyMs: number;
  readonly deliver: (queue: QueueName, bodies: readonly string[]) => void;
  readonly observe: Observe;
}

/** A process of a function, for one invocation after another: what it keeps in memory, it keeps for the next one. */
export interface CountedProcess {
  readonly handle: Handler;
  /** Of the invocation that runs. */
  usage: Usage;
  busy: boolean;
  idleSince: number;
}

const { waits } = assumptions;
/** A request to SQS is one for each 64 KB of it. Source: SQS's pricing page. */
const requestBytes = 64 * 1024;

/** As the function's Lambda entry builds it, over ports that count. */
export function createProcess(ports: ProcessPorts, name: PipelineFunction): CountedProcess {
  const { stage, config, clock, random } = ports;
  const observer = createCloudObserver({ serviceName: name, stage });
  const log = (write: () => void): void => {
    process.usage.logBytes += measureLog(write);
  };
  const keeper = createTallyKeeper({
    clock,
    observe: (observation) => {
      ports.observe(observation);
      log(() => observer.observe(observation));
    },
  });
  const process: CountedProcess = {
    usage: sumUsage([]),
    busy: false,
    idleSince: 0,
    async handle(event, invocation) {
      try {
        return await run(event, invocation);
      } finally {
        log(() => observer.flush());
      }
    },
  };
  const ledger = createLedger({ table: tableOf(ports, process), clock, random });
  const secrets = createCloudSecrets({ readSecret: readSecretOf(ports, process), stage, clock });
  const common = { config, clock, random, observe: keeper.observe, ledger, secrets };
  const handlers = createHandlers({
    ...common,
    stage,
    queue: (to) => createSqsQueue({ sendBatch: sendBatchOf(ports, process, to), queueUrl: to, clock }),
    api: configuredBridgeApi(config, { ...common, fetch: fetchOf(ports, process) }),
    sender: configuredSender(config, {
      ...common,
      post: async () => {
        process.usage.posts += 1;
        await clock.sleep(waits.destination);
        return { status: 200, headers: {}, body: 'ok' };
      },
    }),
  });
  const run = tallied(handlers[name], keeper, ledger);
  return process;
}

async function callAws({ clock }: ProcessPorts, { usage }: CountedProcess, ms: number): Promise<void> {
  usage.awsCalls += 1;
  await clock.sleep(ms);
}

function tableOf(ports: ProcessPorts, process: CountedProcess): Table {
  return countTable(ports.table, async ({ kind, units }) => {
    process.usage[kind === 'read' ? 'readUnits' : 'writeUnits'] += units;
    await callAws(ports, process, kind === 'transaction' ? waits.transaction : waits.table);
  });
}

function sendBatchOf(
  ports: ProcessPorts,
  process: CountedProcess,
  queue: QueueName,
): SqsQueueSettings['sendBatch'] {
  return async ({ Entries = [] }) => {
    const bodies = Entries.map(({ MessageBody = '' }) => MessageBody);
    const bytes = bodies.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
    process.usage.queueRequests += Math.max(1, Math.ceil(bytes / requestBytes));
    await callAws(ports, process, waits.queue);
    ports.deliver(queue, bodies);
    return { Failed: [], Successful: [] };
  };
}

/** Secrets Manager itself: what keeps a value for a while lies above it, as in the cloud. */
function readSecretOf(ports: ProcessPorts, process: CountedProcess): CloudSecretsOptions['readSecret'] {
  return async (SecretId) => {
    process.usage.secretReads += 1;
    await callAws(ports, process, waits.secret);
    return { SecretString: ports.secretValues.get(SecretId) };
  };
}

function fetchOf(
  { fetch, clock, latencyMs }: ProcessPorts,
  process: CountedProcess,
): typeof globalThis.fetch {
  return async (url, init) => {
    process.usage.upstreamCalls += 1;
    const answer = await fetch(url, init);
    await clock.sleep(latencyMs);
    return answer;
  };
}
