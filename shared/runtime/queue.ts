/** Sends to one queue. Lambda's event source or the local pump receives. */
export interface Queue<Message> {
  /**
   * Sends each message as JSON. `SendMessageBatch` can fail in part: failed messages are retried twice. Throws
   * `QueueUnavailableError` if some still fail, after sending the others.
   */
  send(messages: readonly Message[]): Promise<void>;
}

export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';
  readonly code = 'QUEUE_UNAVAILABLE';
}
