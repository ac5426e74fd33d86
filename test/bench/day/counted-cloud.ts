import type { SQSBatchResponse } from 'aws-lambda';
import { createSqsQueue } from '../../../functions/cloud/sqs-queue.ts';
import type { Handler } from '../../../functions/function-ports.ts';
import type { Observe } from '../../../functions/observations/observation.ts';
import { configuredBridgeApis } from '../../../functions/runtime/configured-bridge-api.ts';
import {
  concurrencyOf,
  functions,
  type PipelineFunction,
  type QueueName,
  queues,
} from '../../../functions/wiring.ts';
import { createHandlers } from '../../../machine/handlers.ts';
import { makeSqsEvent } from '../../../machine/queues/work-queue.ts';
import { createSender } from '../../../message/sender.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Random } from '../../../shared/domain/clock.ts';
import { createLedger } from '../../../shared/ledger/ledger.ts';
import type { Table } from '../../../shared/ledger/table/table.ts';
import { createCloudSecrets } from '../../../shared/runtime/secrets-manager.ts';
import { billTable } from '../../support/ledger/billed-table.ts';
import type { SimulatedTime } from '../../support/time/simulated-time.ts';
import { type PriceName, priceNames } from './prices.ts';

/**
 * What a run on one machine can't measure, in milliseconds: how long answers take, the CPU of an invocation on a whole core
 * and of each call of AWS, and a start from nothing to the first line of a handler. From experience, except the CPU, which
 * was measured once: it is not measured anew, so that the same code costs the same.
 */
const waits = { api: 300, table: 5, transaction: 15, queue: 15, secret: 20, destination: 300 };
const cpu = {
  'plan-polls': 20,
  'poll-signals': 20,
  'fetch-summaries': 3,
  'compose-digests': 3,
  'deliver-digest': 2,
  'receive-events': 1,
  'answer-clicks': 2,
};
const awsCallCpu = 1;
const coldStart = 600;
/** Lambda takes an idle instance away after about this time. */
const idleFor = 10 * 60_000;
/** Lambda gives a function a whole core at this memory, and of less memory as much less of it. */
const wholeCoreMb = 1769;
/** SQS bills each 64 KB of a request, and at most ten messages are in one. Source: SQS's pricing page. */
const sqsRequest = { bytes: 64 * 1024, messages: 10 };

/** The units of AWS that an invocation took, and its calls of the API. */
export type Usage = Record<PriceName | 'apiCalls', number>;

export interface CountedInvocation {
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  readonly usage: Usage;
}

export interface CountedCloudPorts {
  readonly stage: string;
  readonly config: SignalpostConfig;
  readonly time: SimulatedTime;
  readonly random: Random;
  readonly table: Table;
  /** What Secrets Manager answers for each scope. */
  readonly secretText: string;
  readonly fetch: typeof globalThis.fetch;
  readonly observe: Observe;
  readonly onInvocation: (invocation: CountedInvocation) => void;
}

/** An instance of a function: what it keeps in memory, it keeps for its next invocation. */
interface Instance {
  readonly handle: Handler;
  usage: Usage;
  awsCalls: number;
  busy: boolean;
  idleSince: number;
}

/** The sum of some invocations' usage; of none, all zero. */
export function usageOf(invocations: readonly CountedInvocation[]): Usage {
  const names = [...priceNames, 'apiCalls'] as const;
  const sum = (name: keyof Usage): number => invocations.reduce((all, { usage }) => all + usage[name], 0);
  return Object.fromEntries(names.map((name) => [name, sum(name)])) as Usage;
}

/**
 * The functions of a stage over ports that count: instances that stay warm for a while, and queues
 * that feed them. Gives what invokes one by a schedule of EventBridge, which is paid for.
 */
export function createCountedCloud(ports: CountedCloudPorts) {
  const { time } = ports;
  const instances = new Map<PipelineFunction, Instance[]>();
  const names = Object.keys(queues) as QueueName[];
  const waiting = new Map(names.map((name) => [name, [] as string[]]));
  const working = new Map(names.map((name) => [name, 0]));

  const deliver = (queue: QueueName, bodies: readonly string[]): void => {
    waiting.get(queue)?.push(...bodies);
    const window = (queues[queue].windowSeconds ?? 0) * 1000;
    for (const _ of bodies) time.at(time.now() + window, () => void receive(queue));
  };

  const takeInstance = (name: PipelineFunction): { readonly instance: Instance; readonly cold: boolean } => {
    const alive = (instances.get(name) ?? []).filter(
      (one) => one.busy || time.now() - one.idleSince < idleFor,
    );
    instances.set(name, alive);
    const [warm] = alive.filter(({ busy }) => !busy).sort((one, other) => other.idleSince - one.idleSince);
    if (warm !== undefined) return { instance: warm, cold: false };
    const instance = startInstance(ports, name, deliver);
    alive.push(instance);
    return { instance, cold: true };
  };

  const invoke = async (name: PipelineFunction, event: unknown, paid: Partial<Usage>): Promise<unknown> => {
    const { instance, cold } = takeInstance(name);
    const usage = { ...usageOf([]), ...paid, lambdaRequests: 1 };
    Object.assign(instance, { usage, awsCalls: 0, busy: true });
    const begunAt = time.now();
    const { memoryMb, timeoutSeconds } = functions[name];
    const getRemainingTimeInMillis = () => Math.max(0, begunAt + timeoutSeconds * 1000 - time.now());
    const answer = await instance.handle(event, { getRemainingTimeInMillis });
    Object.assign(instance, { busy: false, idleSince: time.now() });
    const core = wholeCoreMb / memoryMb;
    const ms = time.now() - begunAt + (cpu[name] + instance.awsCalls * awsCallCpu) * core;
    usage.lambdaGbSeconds = (Math.ceil(ms + (cold ? coldStart : 0)) / 1000) * (memoryMb / 1024);
    ports.onInvocation({ begunAt, usage });
    return answer;
  };

  const receive = async (queue: QueueName): Promise<void> => {
    const { consumer, batchSize } = queues[queue];
    const busy = working.get(queue) ?? 0;
    const bodies =
      busy < concurrencyOf(queues[queue], ports.config)
        ? (waiting.get(queue)?.splice(0, batchSize) ?? [])
        : [];
    if (bodies.length === 0) return;
    working.set(queue, busy + 1);
    const event = makeSqsEvent(bodies.map((body, at) => ({ body, messageId: String(at) })));
    // Each ten of the batch are received by a request, and deleted by another one.
    const answer = (await invoke(consumer, event, {
      sqsRequests: requestsFor(bodies) + Math.ceil(bodies.length / sqsRequest.messages),
    })) as SQSBatchResponse;
    if (answer.batchItemFailures.length > 0) throw new Error(`${consumer} left messages in its queue`);
    working.set(queue, (working.get(queue) ?? 1) - 1);
    await receive(queue);
  };

  return (name: PipelineFunction, event: unknown) => invoke(name, event, { schedulerInvocations: 1 });
}

/** Requests that send or receive these: each has at most ten messages, and each 64 KB of it is billed as one. */
function requestsFor(bodies: readonly string[]): number {
  const requests = Array.from({ length: Math.ceil(bodies.length / sqsRequest.messages) }, (_, at) =>
    bodies.slice(at * sqsRequest.messages, (at + 1) * sqsRequest.messages),
  );
  const bytesOf = (some: readonly string[]): number =>
    some.reduce((sum, body) => sum + Buffer.byteLength(body), 0);
  return requests.reduce((sum, some) => sum + Math.max(1, Math.ceil(bytesOf(some) / sqsRequest.bytes)), 0);
}

/** As the function's Lambda entry builds it, over ports that count. */
function startInstance(
  ports: CountedCloudPorts,
  name: PipelineFunction,
  deliver: (queue: QueueName, bodies: readonly string[]) => void,
): Instance {
  const { stage, config, time: clock, random, secretText, fetch } = ports;
  const waitForAws = async (ms: number): Promise<void> => {
    instance.awsCalls += 1;
    await clock.sleep(ms);
  };
  const table = billTable(ports.table, async ({ kind, units }) => {
    instance.usage[kind === 'read' ? 'dynamoDbReads' : 'dynamoDbWrites'] += units;
    await waitForAws(kind === 'transaction' ? waits.transaction : waits.table);
  });
  const ledger = createLedger({ table, clock, random });
  const secrets = createCloudSecrets({
    stage,
    scope: functions[name].secrets[0] ?? 'api',
    clock,
    readSecret: async () => {
      instance.usage.secretReads += 1;
      await waitForAws(waits.secret);
      return { SecretString: secretText };
    },
  });
  const common = { config, clock, random, observe: ports.observe, ledger, secrets };
  const handlers = createHandlers({
    ...common,
    stage,
    queue: (to) =>
      createSqsQueue({
        queueUrl: to,
        sendBatch: async ({ Entries = [] }) => {
          const bodies = Entries.map(({ MessageBody = '' }) => MessageBody);
          instance.usage.sqsRequests += requestsFor(bodies);
          await waitForAws(waits.queue);
          deliver(to, bodies);
          return { Failed: [], Successful: [] };
        },
      }),
    ...configuredBridgeApis(config, {
      ...common,
      fetch: async (url, init) => {
        instance.usage.apiCalls += 1;
        const answer = await fetch(url, init);
        await clock.sleep(waits.api);
        return answer;
      },
    }),
    sender: createSender({
      clock,
      secret: common.secrets.get,
      permitLocal: config.local,
      post: async () => {
        await clock.sleep(waits.destination);
        return { status: 200, headers: {}, body: 'ok' };
      },
    }),
  });
  const handle = handlers[name];
  const instance: Instance = { handle, usage: usageOf([]), awsCalls: 0, busy: false, idleSince: 0 };
  return instance;
}
