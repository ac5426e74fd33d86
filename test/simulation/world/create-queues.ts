import {
  concurrencyOf,
  maxReceives,
  type QueueName,
  visibilityOf,
  windowOf,
  queues as wiring,
} from '../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import type { Queues } from '../parts/queues.ts';
import { noteTrouble, type World } from '../parts/world.ts';
import { invoke } from './invoke.ts';

interface Message {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  visibleAt: number;
  receives: number;
}

const names = Object.keys(wiring) as QueueName[];

export function createQueues(world: () => World): Queues {
  const waiting = new Map<QueueName, Message[]>(names.map((name) => [name, []]));
  const running = new Map<QueueName, number>(names.map((name) => [name, 0]));
  const everSent = new Map<QueueName, Set<string>>(names.map((name) => [name, new Set()]));
  const deadLetters: { queue: QueueName; body: string }[] = [];
  let sent = 0;

  const accept = (name: QueueName, bodies: readonly string[], delaySeconds = 0): void => {
    const { scheduler, dice, recovering, plan } = world();
    const gatherMs = plan.isPrompt
      ? 1_000 * (windowOf(wiring[name], plan.configs[0] as SignalpostConfig) ?? 0)
      : 0;
    for (const body of bodies) {
      everSent.get(name)?.add(body);
      const copies = !recovering && dice.chance(0.02) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        sent += 1;
        const isLate = dice.chance(0.1) && !plan.isPrompt;
        const ownMs = isLate ? dice.between(0, 30_000) : dice.between(5, 300);
        const delay = ownMs + delaySeconds * 1_000 + gatherMs;
        const message = {
          id: `m${sent}`,
          body,
          sentAt: scheduler.now(),
          visibleAt: scheduler.now() + delay,
          receives: 0,
        };
        waiting.get(name)?.push(message);
        scheduler.at(message.visibleAt, () => pump(name));
      }
    }
  };

  const pump = (name: QueueName): void => {
    const { batchSize } = wiring[name];
    const maxConcurrency = concurrencyOf(wiring[name], world().plan.configs[0] as SignalpostConfig);
    if (world().stopping.signal.aborted) return;
    for (let batch: Message[]; (running.get(name) ?? 0) < maxConcurrency; ) {
      batch = receive(name, batchSize);
      if (batch.length === 0) return;
      consume(name, batch);
    }
  };

  const receive = (name: QueueName, batchSize: number): Message[] => {
    const { scheduler, dice } = world();
    const messages = waiting.get(name) as Message[];
    const { retentionDays } = wiring[name];
    const now = scheduler.now();
    const visible = messages.filter(({ visibleAt }) => visibleAt <= now);
    const batch: Message[] = [];
    while (batch.length < batchSize && visible.length > 0) {
      const [message] = visible.splice(dice.between(0, visible.length - 1), 1) as [Message];
      const expired = now - message.sentAt > retentionDays * 86_400_000;
      if (expired || message.receives >= maxReceives) {
        messages.splice(messages.indexOf(message), 1);
        if (!expired) deadLetters.push({ queue: name, body: message.body });
        continue;
      }
      message.receives += 1;
      message.visibleAt = now + visibilityOf(wiring[name]) * 1_000;
      scheduler.at(message.visibleAt, () => pump(name));
      batch.push(message);
      if (dice.chance(0.5)) break;
    }
    return batch;
  };

  const consume = (name: QueueName, batch: readonly Message[]): void => {
    const { dice, recovering, mutant } = world();
    const messages = waiting.get(name) as Message[];
    const acknowledge = (message: Message): void => {
      const at = messages.indexOf(message);
      // The deletion of a message may get lost: the message is then delivered again.
      const isLost = !recovering && dice.chance(0.02);
      if (at >= 0 && !isLost) messages.splice(at, 1);
    };
    running.set(name, (running.get(name) ?? 0) + 1);
    if (mutant?.acknowledgesAtReceipt) for (const message of batch) acknowledge(message);
    const Records = batch.map(({ id, body }) => ({ eventSource: 'aws:sqs', messageId: id, body }));
    invoke(world(), wiring[name].consumer, { Records }, (end) => {
      running.set(name, (running.get(name) ?? 0) - 1);
      if (end.kind === 'answered') {
        const failed = failedIds(end.answer);
        for (const message of batch) if (!failed.has(message.id)) acknowledge(message);
      }
      pump(name);
    });
  };

  return {
    accept,
    deadLetters,
    everSent,
    lose() {
      noteTrouble(world());
      for (const messages of waiting.values()) messages.length = 0;
    },
    redrive() {
      for (const { queue, body } of deadLetters.splice(0)) accept(queue, [body]);
    },
  };
}

function failedIds(answer: unknown): ReadonlySet<string> {
  const { batchItemFailures } = answer as { batchItemFailures: readonly { itemIdentifier: string }[] };
  return new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
}
