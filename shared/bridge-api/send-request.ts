import { HttpStatusError } from '../domain/errors.ts';
import { readRetryAfter } from '../domain/upstream/retry-after.ts';
import { readStatedLimit, type StatedLimit } from '../domain/upstream/stated-limit.ts';
import type { Fetch, FetchedAnswer, Operation } from './bridge-api.ts';
import type { OperationRequest } from './operation-request.ts';
import { readCapped } from './read-capped.ts';
import { readProblemCode } from './read-problem-code.ts';
import { toTransportError } from './transport-failure.ts';

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** The `Date` header, milliseconds since the epoch; null if absent or not a date. */
  readonly servedAt: number | null;
}

interface Sending {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly token: string;
  readonly signal?: AbortSignal | undefined;
  /** Called when the headers of an answer, of any status, state a limit. */
  readonly onLimit?: ((limit: StatedLimit) => void) | undefined;
}

const mostBodyBytes = 10_000_000;
const mostErrorBodyBytes = 64_000;

/**
 * One HTTP call. Resolves with a 2xx; throws `HttpStatusError` for another status, `TransportError` when no complete
 * answer came, and the signal's reason when the caller aborted.
 */
export async function sendRequest(request: OperationRequest, sending: Sending): Promise<Answer> {
  const timeout = AbortSignal.timeout(request.timeoutMs);
  const signal = sending.signal ? AbortSignal.any([timeout, sending.signal]) : timeout;
  try {
    const response = await sending.fetch(request.url, {
      method: request.method,
      headers: headersOf(request, sending.token),
      redirect: 'error',
      signal,
      ...(request.body === undefined ? {} : { body: request.body }),
    });
    const limit = readStatedLimit((name) => response.headers.get(name), sending.now());
    if (limit !== null) sending.onLimit?.(limit);
    if (!response.ok) throw await statusError(request.operation, response, sending.now);
    const servedAt = Date.parse(response.headers.get('date') ?? '');
    return {
      status: response.status,
      text: await readCapped(response.body, mostBodyBytes),
      servedAt: Number.isNaN(servedAt) ? null : servedAt,
    };
  } catch (error) {
    if (error instanceof HttpStatusError) throw error;
    sending.signal?.throwIfAborted();
    throw toTransportError(request, error);
  }
}

function headersOf(request: OperationRequest, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    accept: 'application/json',
    'user-agent': 'signalpost',
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
}

async function statusError(
  operation: Operation,
  response: FetchedAnswer,
  now: () => number,
): Promise<HttpStatusError> {
  const { status } = response;
  const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), now());
  const message = `${operation}: the service answered ${status}${meaningOf(status)}`;
  const text = await readErrorBody(response);
  return new HttpStatusError(status, message, { retryAfterMs, problemCode: readProblemCode(text) });
}

function meaningOf(status: number): string {
  if (status === 401) return ': the access token is missing, wrong or has run out';
  if (status === 403) return ': the access token does not allow this';
  return '';
}

/** The status already says what happened: a cut or oversized error body only loses the problem code. */
async function readErrorBody(response: FetchedAnswer): Promise<string> {
  try {
    return await readCapped(response.body, mostErrorBodyBytes);
  } catch {
    return '';
  }
}
