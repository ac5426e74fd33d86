export interface Queue<Message> {
  /**
   * Sends each message as JSON. Throws `QueueUnavailableError` if some could not be sent, after sending the others: the
   * next tick or sweep queues their work again. `delaySeconds`: how long nobody receives them, at most 900. @default 0
   */
  send(messages: readonly Message[], delaySeconds?: number): Promise<void>;
}

export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';
  readonly code = 'QUEUE_UNAVAILABLE';
}
