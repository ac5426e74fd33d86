import { functions, type PipelineFunction, type QueueName, queues } from '../../functions/wiring.ts';
import { failedMessageIds, makeSqsEvent } from '../../machine/queues/sqs-event.ts';
import type { SimulatedTime } from '../../machine/simulated-time.ts';
import { describeError } from '../../shared/domain/describe-error.ts';
import { assumptions } from './assumptions.ts';
import { type CountedProcess, createProcess, type ProcessPorts } from './counted-process.ts';
import { sumUsage, type Usage } from './usage.ts';

export interface CountedInvocation {
  readonly function: PipelineFunction;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  readonly usage: Readonly<Usage>;
}

export interface CloudPorts extends Omit<ProcessPorts, 'clock' | 'deliver'> {
  readonly time: SimulatedTime;
  /** Hears of each invocation once it is over. */
  readonly onInvocation: (invocation: CountedInvocation) => void;
  /** What a function threw, or left in its queue: the counts are too low then. */
  readonly onProblem: (problem: string) => void;
}

/** What of AWS is billed by use: processes that stay warm for a while, and queues that feed functions. */
export interface CountedCloud {
  /** Ends when the invocation does. `by`: who has it run. Scheduler is paid for it, a person isn't. */
  invoke(name: PipelineFunction, event: unknown, by: 'Scheduler' | 'hand'): Promise<void>;
}

export function createCountedCloud(ports: CloudPorts): CountedCloud {
  const { time } = ports;
  const pools = new Map<PipelineFunction, CountedProcess[]>();
  const waiting: Record<QueueName, string[]> = { poll: [], summary: [], compose: [], delivery: [] };
  const working: Record<QueueName, number> = { poll: 0, summary: 0, compose: 0, delivery: 0 };
  let received = 0;

  const deliver = (queue: QueueName, bodies: readonly string[]): void => {
    waiting[queue].push(...bodies);
    const windowMs = (queues[queue].windowSeconds ?? 0) * 1000;
    for (const _ of bodies) time.at(time.now() + windowMs, () => void receive(queue));
  };

  const takeProcess = (name: PipelineFunction): { process: CountedProcess; cold: boolean } => {
    const alive = (pools.get(name) ?? []).filter(
      ({ busy, idleSince }) => busy || time.now() - idleSince < assumptions.idleMs,
    );
    pools.set(name, alive);
    // The one that was needed last: the others are left to be taken away.
    const [idle] = alive.filter(({ busy }) => !busy).sort((a, b) => b.idleSince - a.idleSince);
    if (idle) return { process: idle, cold: false };
    const process = createProcess({ ...ports, clock: time, deliver }, name);
    alive.push(process);
    return { process, cold: true };
  };

  const run = async (name: PipelineFunction, event: unknown, paid: Partial<Usage>): Promise<unknown> => {
    const { process, cold } = takeProcess(name);
    const usage: Usage = { ...sumUsage([]), ...paid, invocations: 1, coldStarts: cold ? 1 : 0 };
    Object.assign(process, { busy: true, usage });
    const begunAt = time.now();
    const deadline = begunAt + functions[name].timeoutSeconds * 1000;
    const getRemainingTimeInMillis = () => Math.max(0, deadline - time.now());
    const answer = await process.handle(event, { getRemainingTimeInMillis }).catch((error: unknown) => {
      ports.onProblem(describeError(error));
      return null;
    });
    Object.assign(process, { busy: false, idleSince: time.now() });
    billLambda(usage, name, time.now() - begunAt);
    ports.onInvocation({ function: name, begunAt, usage });
    return answer;
  };

  const receive = async (queue: QueueName): Promise<void> => {
    const { consumer, batchSize, maxConcurrency } = queues[queue];
    if (working[queue] >= maxConcurrency || waiting[queue].length === 0) return;
    working[queue] += 1;
    const batch = waiting[queue].splice(0, batchSize).map((Body) => {
      received += 1;
      return { Body, MessageId: String(received) };
    });
    const event = makeSqsEvent(batch, `arn:aws:sqs:us-east-1:000000000000:${queue}`);
    // One request receives the batch, and one deletes it.
    const answer = await run(consumer, event, { queueRequests: 2 });
    const ids = batch.map(({ MessageId }) => MessageId);
    if (failedMessageIds(answer, ids).size > 0) ports.onProblem(`${consumer} left messages in its queue`);
    working[queue] -= 1;
    await receive(queue);
  };

  return {
    async invoke(name, event, by) {
      await run(name, event, { schedules: by === 'Scheduler' ? 1 : 0 });
    },
  };
}

/** Adds what Lambda bills for an invocation whose calls took `waitedMs`, and Lambda's own log lines. */
function billLambda(usage: Usage, name: PipelineFunction, waitedMs: number): void {
  const { memoryMb } = functions[name];
  const { invocationCpuMs, awsCallCpuMs, wholeCoreMb, coldStartMs } = assumptions;
  // What a whole core does in a millisecond takes longer on the part of one that a function has.
  const cpuMs = (invocationCpuMs[name] + usage.awsCalls * awsCallCpuMs) * (wholeCoreMb / memoryMb);
  usage.milliseconds = Math.ceil(waitedMs + cpuMs + usage.coldStarts * coldStartMs);
  usage.gigabyteSeconds = (usage.milliseconds / 1000) * (memoryMb / 1024);
  usage.logBytes += assumptions.invocationLogBytes + usage.coldStarts * assumptions.coldStartLogBytes;
}
