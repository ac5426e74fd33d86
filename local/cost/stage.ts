import { functions, type PipelineFunction, type QueueName, queues } from '../../functions/wiring.ts';
import { failedMessageIds, makeSqsEvent } from '../machine/queues/sqs-event.ts';
import { assumptions } from './assumptions.ts';
import { platformLog } from './captured-log.ts';
import { createInstance, type Instance, type InstancePorts } from './instance.ts';
import { noUsage, type Usage } from './usage.ts';

export interface CostStagePorts extends Omit<InstancePorts, 'deliver'> {
  /** Hears of each invocation once it is over. */
  readonly onInvocation: (invocation: CountedInvocation) => void;
  /** What a function threw, or left in its queue: the counts are too low then. */
  readonly onProblem: (problem: unknown) => void;
}

export interface CountedInvocation {
  readonly function: PipelineFunction;
  readonly cause: Cause;
  /** Milliseconds since the epoch. */
  readonly begunAt: number;
  readonly usage: Readonly<Usage>;
  /** Whether there was anything to do: it sent something to a queue, or froze a digest. */
  readonly worked: boolean;
}

/** `minute`: a schedule that fires each minute, whatever happened. */
export type Cause = 'minute' | 'schedule' | 'message' | 'by hand';

/** A deployed stage as far as its bill goes: instances that stay warm for a while, and queues that feed functions. */
export interface CostStage {
  invoke(name: PipelineFunction, event: unknown, cause: Cause): Promise<void>;
}

export function createCostStage(ports: CostStagePorts): CostStage {
  const { timeline } = ports;
  const pools = new Map<PipelineFunction, Instance[]>();
  const waiting: Record<QueueName, string[]> = { poll: [], summary: [], delivery: [] };
  const working: Record<QueueName, number> = { poll: 0, summary: 0, delivery: 0 };
  /** For what belongs to no function. */
  const others = { cpuMicros: 0 };
  let received = 0;

  const deliver = (queue: QueueName, bodies: readonly string[]): void => {
    waiting[queue].push(...bodies);
    for (const _ of bodies) timeline.at(timeline.now(), () => void receive(queue));
  };

  const takeInstance = (name: PipelineFunction): { instance: Instance; cold: boolean } => {
    const alive = (pools.get(name) ?? []).filter(
      ({ busy, idleSince }) => busy || timeline.now() - idleSince < assumptions.idleMs,
    );
    pools.set(name, alive);
    // The one that was needed last: the others are left to be taken away.
    const [idle] = alive.filter(({ busy }) => !busy).sort((a, b) => b.idleSince - a.idleSince);
    if (idle) return { instance: idle, cold: false };
    const instance = createInstance({ ...ports, deliver }, name);
    alive.push(instance);
    return { instance, cold: true };
  };

  const run = async (
    name: PipelineFunction,
    event: unknown,
    cause: Cause,
    paid: Partial<Usage>,
  ): Promise<unknown> => {
    const { memoryMb, timeoutSeconds } = functions[name];
    const { instance, cold } = takeInstance(name);
    const usage: Usage = { ...noUsage(), ...paid, invocations: 1, coldStarts: cold ? 1 : 0 };
    Object.assign(instance, { busy: true, cpuMicros: 0, worked: false, usage });
    const begunAt = timeline.now();
    const left = () => Math.max(0, begunAt + timeoutSeconds * 1000 - timeline.now());
    // At a moment of its own, so that its CPU is charged to it from its first line on.
    await timeline.wait(0, instance);
    const [end] = await Promise.allSettled([instance.handle(event, { getRemainingTimeInMillis: left })]);
    const endedAt = timeline.now();
    // And up to its last one: it is charged when that moment is over.
    await timeline.wait(0, others);
    // What a whole core does in a millisecond takes longer on the part of one that a function has.
    const cpuMs = (instance.cpuMicros / 1000) * (assumptions.wholeCoreMb / memoryMb);
    usage.milliseconds = Math.ceil(endedAt - begunAt + cpuMs + (cold ? assumptions.coldStartMs : 0));
    usage.gigabyteSeconds = (usage.milliseconds / 1000) * (memoryMb / 1024);
    usage.logBytes += platformLog({ milliseconds: usage.milliseconds, memoryMb, cold });
    Object.assign(instance, { busy: false, idleSince: timeline.now() });
    ports.onInvocation({ function: name, cause, begunAt, usage, worked: instance.worked });
    if (end.status === 'fulfilled') return end.value;
    ports.onProblem(end.reason);
    return null;
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
    const answer = await run(consumer, event, 'message', { queueRequests: 2 });
    const ids = batch.map(({ MessageId }) => MessageId);
    if (failedMessageIds(answer, ids).size > 0) {
      ports.onProblem(new Error(`${consumer} left messages in its queue`));
    }
    working[queue] -= 1;
    await receive(queue);
  };

  return {
    async invoke(name, event, cause) {
      await run(name, event, cause, { schedules: cause === 'by hand' ? 0 : 1 });
    },
  };
}
