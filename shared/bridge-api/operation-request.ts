import type { Operation } from './bridge-api.ts';

/** One operation as an HTTP request, which can be sent repeatedly. */
export interface OperationRequest {
  readonly operation: Operation;
  /** The id of the requested buyer or bridge. */
  readonly subject: string;
  readonly method: 'GET' | 'PUT';
  readonly url: string;
  /** JSON text. */
  readonly body?: string;
  /** For the whole attempt: connection, answer and body. */
  readonly timeoutMs: number;
}
