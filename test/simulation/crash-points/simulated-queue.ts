import type { SQSEvent } from 'aws-lambda';
import { type Queue, QueueUnavailableError } from '../../../shared/runtime/queue.ts';
import type { FaultInjector } from '../../support/fault-injector.ts';

interface Message {
  readonly id: string;
  readonly body: string;
  visibleAt: number;
}

/** At least once: every third message comes twice, and one that was not acknowledged comes again. */
export interface SimulatedQueue {
  readonly queue: Queue<unknown>;
  /** A batch of messages that are visible now, as Lambda gets it; null when there is none. */
  receive(most: number): SQSEvent | null;
  acknowledge(ids: readonly string[]): void;
  readonly waiting: number;
  /** What a queue in the memory of the process that died does. */
  loseAll(): void;
}

export function createQueue(
  name: string,
  visibilityMs: number,
  clock: { now(): number },
  injector: FaultInjector,
): SimulatedQueue {
  let messages: Message[] = [];
  let sent = 0;
  const put = (body: string): void => {
    messages.push({ id: `${name}-${++sent}`, body, visibleAt: 0 });
  };
  return {
    queue: {
      send: async (bodies) => {
        if (bodies.length === 0) return;
        await injector.run(
          `send.${name}`,
          async () => {
            for (const body of bodies.map((one) => JSON.stringify(one))) {
              put(body);
              if (sent % 3 === 0) put(body);
            }
          },
          () => new QueueUnavailableError('the queue was made to fail'),
        );
      },
    },
    receive(most) {
      const batch = messages.filter(({ visibleAt }) => visibleAt <= clock.now()).slice(0, most);
      for (const message of batch) message.visibleAt = clock.now() + visibilityMs;
      return batch.length === 0 ? null : ({ Records: batch.map(makeRecord) } as unknown as SQSEvent);
    },
    acknowledge(ids) {
      messages = messages.filter(({ id }) => !ids.includes(id));
    },
    get waiting() {
      return messages.length;
    },
    loseAll() {
      messages = [];
    },
  };
}

function makeRecord({ id, body }: Message) {
  return { messageId: id, body, eventSource: 'aws:sqs' };
}
