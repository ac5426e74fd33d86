import type { Operation } from './bridge-api.ts';

/** One operation, ready to be sent as often as it takes. */
export interface OperationRequest {
  readonly operation: Operation;
  /** The id of the buyer or the bridge that is asked about. */
  readonly subject: string;
  readonly method: 'GET' | 'PUT';
  readonly url: string;
  /** JSON text. */
  readonly body?: string;
  /** For the whole attempt: connection, answer and body. */
  readonly timeoutMs: number;
}
