import { TransportError } from '../domain/errors.ts';
import { readRetryAfter } from '../domain/upstream/retry-after.ts';
import type { Operation } from './arguments.ts';
import type { BridgeApiOptions, FetchedAnswer } from './bridge-api.ts';

export interface OperationRequest {
  readonly operation: Operation;
  readonly method: 'GET' | 'PUT';
  readonly url: string;
  readonly body?: string;
  /** The time covers connection, answer and body. */
  readonly timeoutMs: number;
}

export interface Answer {
  readonly status: number;
  /** The body of a 2xx; empty for an error, whose status says what happened. */
  readonly text: string;
  /** The `Date` header, milliseconds since the epoch; null if absent or not a date. */
  readonly servedAt: number | null;
  readonly retryAfterMs: number | null;
}

const mostBodyBytes = 10_000_000;
const mostErrorBodyBytes = 64_000;

/** Throws `TransportError` when no complete answer came. */
export async function sendRequest(
  request: OperationRequest,
  token: string,
  { fetch, clock }: Pick<BridgeApiOptions, 'fetch' | 'clock'>,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers: headersOf(request, token),
      redirect: 'error',
      signal: timeout,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const servedAt = Date.parse(response.headers.get('date') ?? '');
    return {
      status: response.status,
      text: isOk(response.status) ? await readCapped(response.body, mostBodyBytes) : await passOver(response),
      servedAt: Number.isNaN(servedAt) ? null : servedAt,
      retryAfterMs: readRetryAfter(response.headers.get('retry-after'), clock.now()),
    };
  } catch (error) {
    throw toTransportError(request, error, timeout.aborted);
  }
}

export function isOk(status: number): boolean {
  return status >= 200 && status < 300;
}

function headersOf(request: OperationRequest, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'user-agent': 'signalpost',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

/** The body of an error is read, as far as it is short, so that the next call can use its connection. */
async function passOver(response: FetchedAnswer): Promise<string> {
  await readCapped(response.body, mostErrorBodyBytes).catch(() => {});
  return '';
}

class BodyTooLargeError extends Error {}

/** Decompressed bytes count, so that a small answer that unpacks into a huge one is dropped at the limit. */
async function readCapped(body: FetchedAnswer['body'], mostBytes: number): Promise<string> {
  if (body === null) return '';
  const decoder = new TextDecoder();
  let size = 0;
  let text = '';
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > mostBytes) throw new BodyTooLargeError('the body is over its cap');
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** Error codes classify a failure of `fetch` or of reading its body, never a message's text. */
function toTransportError(request: OperationRequest, error: unknown, isTimeout: boolean): TransportError {
  const fail = (code: TransportError['code'], what: string) =>
    new TransportError(code, `${request.operation}: ${what}`, { cause: error });
  if (error instanceof BodyTooLargeError) return fail('BODY_TOO_LARGE', 'the answer is over 10 MB');
  const code = findCode(error);
  if (isTimeout || /TIMED?OUT/.test(code ?? '')) {
    return fail('TIMEOUT', `no complete answer within ${request.timeoutMs / 1_000} s`);
  }
  // Node's fetch gives an error without a code for a redirect.
  const reason = code
    ? `no complete answer came (${code})`
    : 'no answer came, or the answer was a redirect, which is not followed';
  return fail('CONNECTION_FAILED', reason);
}

function findCode(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return null;
}
