import type { QueueName } from '../../../functions/wiring.ts';

/** SQS as it promises to be: at least once, in any order, again after the visibility time, at last a dead letter. */
export interface Queues {
  accept(name: QueueName, bodies: readonly string[], delaySeconds?: number): void;
  readonly deadLetters: readonly { readonly queue: QueueName; readonly body: string }[];
  /** Loses every message, as a queue in memory does when its machine stops. */
  lose(): void;
  /** Sends the dead letters to their queues again. */
  redrive(): void;
  /** Bodies of all messages that were ever sent, each once. */
  readonly everSent: ReadonlyMap<QueueName, ReadonlySet<string>>;
}
