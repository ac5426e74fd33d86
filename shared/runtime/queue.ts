/** Sending to one queue. Receiving is the event source's business: Lambda's, or the local pump's. */
export interface Queue<Message> {
  /**
   * Sends each message as JSON. `SendMessageBatch` can fail in part: what failed is sent again, twice;
   * throws `QueueUnavailableError` when some still failed, after the others went out.
   */
  send(messages: readonly Message[]): Promise<void>;
}

export class QueueUnavailableError extends Error {
  override readonly name = 'QueueUnavailableError';
  readonly code = 'QUEUE_UNAVAILABLE';
}
