import { hash } from 'node:crypto';
import type { Message } from '@aws-sdk/client-sqs';
import type { Clock } from '../../shared/domain/clock.ts';
import { writeMessageBody } from '../../shared/runtime/message-body.ts';
import { QueueUnavailableError } from '../../shared/runtime/queue.ts';
import type { MessageQueue, MessageQueueSettings } from './message-queue.ts';

interface Stored {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  readonly firstReceivedAt: number | null;
  readonly receives: number;
}

interface InFlight {
  readonly stored: Stored;
  /** Ends the timer of its visibility timeout. */
  readonly settled: AbortController;
}

/**
 * A queue in this process's memory, with SQS's semantics. A crash loses messages, which the protocol tolerates. Nothing
 * polls: an empty queue has no timer, and a message in flight has one.
 *
 * Messages do not expire: a consumer takes each at once, and after `maxReceives` visibility timeouts it is dead. Of a
 * dead letter only the count is kept, because nothing on one machine reads more.
 */
export function createMemoryQueue(settings: MessageQueueSettings & { readonly clock: Clock }): MessageQueue {
  const { name, visibilitySeconds, maxReceives, clock } = settings;
  const visible = new Set<Stored>();
  const inFlight = new Map<string, InFlight>();
  const waiting = new Set<() => void>();
  let sent = 0;
  let dead = 0;
  let isClosed = false;

  const wake = (): void => {
    for (const look of [...waiting]) look();
  };
  const nextChange = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        waiting.delete(look);
        signal.removeEventListener('abort', look);
        resolve();
      };
      waiting.add(look);
      signal.addEventListener('abort', look);
    });

  /** The message of a receipt, which is then no longer in flight. */
  const settle = (receipt: string): Stored | null => {
    const found = inFlight.get(receipt);
    if (!found) return null;
    inFlight.delete(receipt);
    found.settled.abort();
    return found.stored;
  };
  const show = (receipt: string): void => {
    const stored = settle(receipt);
    if (stored === null) return;
    visible.add(stored);
    wake();
  };
  const hide = (stored: Stored): Message => {
    const receipt = `${stored.id}#${stored.receives}`;
    const settled = new AbortController();
    inFlight.set(receipt, { stored, settled });
    clock.sleep(visibilitySeconds * 1000, settled.signal).then(
      () => show(receipt),
      (reason: unknown) => {
        if (!settled.signal.aborted) throw reason;
      },
    );
    return messageOf(stored, receipt);
  };
  const take = (most: number): Message[] => {
    const taken: Message[] = [];
    const deadBefore = dead;
    for (const stored of visible) {
      if (taken.length === most) break;
      visible.delete(stored);
      if (stored.receives === maxReceives) dead += 1;
      else {
        const firstReceivedAt = stored.firstReceivedAt ?? clock.now();
        taken.push(hide({ ...stored, firstReceivedAt, receives: stored.receives + 1 }));
      }
    }
    // It may have been the last message that somebody waits for.
    if (dead > deadBefore) wake();
    return taken;
  };
  const isEmpty = (): boolean => visible.size + inFlight.size === 0;

  return {
    async send(messages) {
      if (isClosed) throw new QueueUnavailableError(`the queue ${name} is closed`);
      const sentAt = clock.now();
      const bodies = messages.map(writeMessageBody);
      for (const body of bodies) {
        sent += 1;
        visible.add({ id: `${name}-${sent}`, body, sentAt, firstReceivedAt: null, receives: 0 });
      }
      wake();
    },
    async receive(most, signal) {
      while (!signal.aborted) {
        const taken = take(most);
        if (taken.length > 0) return taken;
        await nextChange(signal);
      }
      return [];
    },
    async delete(messages) {
      for (const { ReceiptHandle = '' } of messages) settle(ReceiptHandle);
      wake();
    },
    async release(messages) {
      for (const { ReceiptHandle = '' } of messages) show(ReceiptHandle);
    },
    depth: async () => ({ visible: visible.size, inFlight: inFlight.size, dead }),
    async drained(signal) {
      while (!isEmpty() && !signal.aborted) await nextChange(signal);
    },
    async close() {
      isClosed = true;
      for (const { settled } of inFlight.values()) settled.abort();
    },
  };
}

function messageOf({ id, body, sentAt, firstReceivedAt, receives }: Stored, receipt: string): Message {
  return {
    MessageId: id,
    ReceiptHandle: receipt,
    Body: body,
    MD5OfBody: hash('md5', body),
    Attributes: {
      SenderId: 'signalpost',
      SentTimestamp: String(sentAt),
      ApproximateFirstReceiveTimestamp: String(firstReceivedAt),
      ApproximateReceiveCount: String(receives),
    },
  };
}
