import type { Message } from '@aws-sdk/client-sqs';
import type { Queue } from '../../shared/runtime/queue.ts';

/** The operations of a standard queue in SQS that its senders and its consumer use. */
export interface MessageQueue extends Queue<unknown> {
  /**
   * Resolves as soon as messages are visible, with up to `most` of them, and hides them for the visibility timeout. A
   * message that was received too often becomes a dead letter instead. Resolves with none when `signal` aborts.
   */
  receive(most: number, signal: AbortSignal): Promise<readonly Message[]>;
  /** Deletes messages. One that became visible again, or was received again, stays. */
  delete(messages: readonly Message[]): Promise<void>;
  /** Makes messages visible again at once. One that became visible by itself stays as it is. */
  release(messages: readonly Message[]): Promise<void>;
  depth(): Promise<QueueDepth>;
  /** Resolves when no message is visible or in flight, or when `signal` aborts. */
  drained(signal: AbortSignal): Promise<void>;
  /** Ends its timers. A message that is sent afterwards is rejected with `QueueUnavailableError`. */
  close(): Promise<void>;
}

export interface QueueDepth {
  readonly visible: number;
  readonly inFlight: number;
  /** Messages that were received too often. */
  readonly dead: number;
}

export interface MessageQueueSettings {
  readonly name: string;
  readonly visibilitySeconds: number;
  readonly maxReceives: number;
}
