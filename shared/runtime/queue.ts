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

/** The limit of a message and of a batch. SQS allows more today; its emulators and older quotas do not. */
export const largestMessageBytes = 256 * 1024;

/**
 * A message as its queue keeps it. SQS rejects U+FFFE and U+FFFF even in JSON text; `JSON.stringify` escapes the other
 * characters it rejects. A message over 256 KB is a programming error: throws `RangeError`.
 */
export function writeMessageBody(message: unknown): string {
  const text = JSON.stringify(message) as string | undefined;
  if (text === undefined) throw new TypeError('a message must be a JSON value');
  const body = text.replace(/[\ufffe\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16)}`);
  const bytes = Buffer.byteLength(body);
  if (bytes > largestMessageBytes) {
    throw new RangeError(
      `the message has ${bytes} bytes, but a queue takes at most ${largestMessageBytes}; send a pointer`,
    );
  }
  return body;
}
