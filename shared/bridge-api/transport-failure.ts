import { TransportError } from '../domain/errors.ts';
import type { OperationRequest } from './operation-request.ts';
import { CapExceededError } from './read-capped.ts';

const timeoutCodes: ReadonlySet<string> = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
]);
const cutCodes: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'ERR_STREAM_PREMATURE_CLOSE',
]);

/** Classifies a failure of `fetch` or of reading its body: by error codes, never by a message's text. */
export function toTransportError(request: OperationRequest, error: unknown): TransportError {
  const { operation, timeoutMs } = request;
  const fail = (code: TransportError['code'], what: string) =>
    new TransportError(code, `${operation}: ${what}`, { cause: error });
  if (error instanceof CapExceededError) return fail('BODY_TOO_LARGE', 'the answer is over 10 MB');
  const code = findCode(error);
  if (isTimeout(error) || timeoutCodes.has(code ?? '')) {
    return fail('TIMEOUT', `no complete answer within ${timeoutMs / 1_000} s`);
  }
  if (cutCodes.has(code ?? '')) return fail('CONNECTION_CUT', `the connection was cut (${code})`);
  // Node's fetch gives an error without a code for a redirect.
  const reason = code
    ? `no answer came (${code})`
    : 'no answer came, or the answer was a redirect, which is not followed';
  return fail('CONNECTION_FAILED', reason);
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function findCode(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}
