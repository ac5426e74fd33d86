import { ArgumentError, ContractError, HttpStatusError, TransportError } from '../domain/errors.ts';
import { jsonIn } from '../domain/json-in.ts';
import type { CallOptions } from './arguments.ts';
import type { BridgeApiOptions, RequestGate } from './bridge-api.ts';
import type { ParsedAnswer } from './read-answers.ts';
import { type Answer, isOk, type OperationRequest, sendRequest } from './send-request.ts';

/**
 * Makes three attempts at most, and one more with a fresh token after the first 401 or 403. `body` is the parsed JSON
 * of the 2xx; its shape is not checked here.
 */
export async function callOperation(
  options: BridgeApiOptions,
  request: OperationRequest,
  call: CallOptions = {},
): Promise<ParsedAnswer> {
  const { clock, gate } = options;
  const { operation } = request;
  const latestStart = call.deadline === undefined ? null : call.deadline - request.timeoutMs;
  /** True if an attempt that begins then ends before the deadline even if it takes its whole timeout. */
  const canFinish = (start: number): boolean => latestStart === null || start <= latestStart;
  let token = await readToken(options.token, false);
  let freshToken = false;
  let lastError: unknown = null;
  let ended: Parameters<RequestGate['end']>[0] | null = null;
  try {
    // The repeat with a fresh token does not count as one of the three attempts.
    for (let attemptsMade = 0; ; ) {
      const refuse = () => lastError ?? tooLate(request);
      if (!canFinish(clock.now())) throw refuse();
      const gated = { operation, freshToken, lane: call.lane, blames: call.blames };
      const admission = await gate?.admit({ ...gated, deadline: latestStart });
      if (!canFinish(clock.now())) throw refuse();
      const report = async (status: number | null, retryAfterMs: number | null): Promise<void> => {
        ended = { ...gated, status };
        if (admission !== undefined) await gate?.report({ ...gated, admission, status, retryAfterMs });
      };
      try {
        return parse(request, await attempt(options, request, token, report));
      } catch (error) {
        lastError = error;
      }
      if (!freshToken && lastError instanceof HttpStatusError && [401, 403].includes(lastError.status)) {
        freshToken = true;
        token = await readToken(options.token, true);
        continue;
      }
      attemptsMade += 1;
      const delayMs = retryDelay(lastError, attemptsMade, options.random());
      if (delayMs === null || !canFinish(clock.now() + delayMs)) throw lastError;
      await clock.sleep(delayMs);
    }
  } finally {
    if (ended !== null) await gate?.end(ended);
  }
}

/** Throws `HttpStatusError` for any status but a 2xx. */
async function attempt(
  options: BridgeApiOptions,
  request: OperationRequest,
  token: string,
  report: (status: number | null, retryAfterMs: number | null) => Promise<void>,
): Promise<Answer> {
  let answer: Answer;
  try {
    answer = await sendRequest(request, token, options);
  } catch (error) {
    // One buyer's large rows are not a service failure: reporting one would pause polling for all buyers.
    if (error instanceof TransportError) await report(error.code === 'BODY_TOO_LARGE' ? 200 : null, null);
    throw error;
  }
  await report(answer.status, answer.retryAfterMs);
  const { status, retryAfterMs, servedAt } = answer;
  if (isOk(status)) return answer;
  const message = `${request.operation}: the service answered ${status}${meaningOf(status)}`;
  throw new HttpStatusError(status, message, { retryAfterMs, servedAt });
}

/** Throws `ArgumentError` on a token that no header can carry: `fetch` would quote the token in its own error. */
async function readToken(provide: BridgeApiOptions['token'], fresh: boolean): Promise<string> {
  // A pasted secret, or one read from a file, often ends in a line feed.
  const token = (await (fresh ? provide({ fresh: true }) : provide())).trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const found = token === '' ? 'it is empty' : 'it holds a space, a control character or one outside ASCII';
  throw new ArgumentError('token', `token: no header can carry the access token: ${found}; store it again`);
}

/** Parsing takes 90 bytes and more for each: an answer of 10 MB could take a gigabyte. A page of 1,000 items has far fewer. */
const mostParts = 500_000;

/** Brackets within texts don't count. */
function hasTooManyParts(text: string): boolean {
  let parts = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length && parts <= mostParts; at += 1) {
    const letter = text[at];
    if (isQuoted && letter === '\\') at += 1;
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (letter === '[' || letter === '{')) parts += 1;
  }
  return parts > mostParts;
}

function parse({ operation }: OperationRequest, { status, text, servedAt }: Answer): ParsedAnswer {
  // Each has two brackets: most answers are too short.
  if (text.length > 2 * mostParts && hasTooManyParts(text))
    throw new ContractError(`${operation}: the answer has more than ${mostParts} lists and objects`);
  const body = jsonIn(text);
  if (body === undefined) throw new ContractError(`${operation}: the body of the ${status} is not JSON`);
  return { operation, body, servedAt, size: text.length };
}

function tooLate({ operation }: OperationRequest): TransportError {
  const message = `${operation}: not started, because it might not finish before the deadline`;
  return new TransportError('TIMEOUT', message);
}

function meaningOf(status: number): string {
  if (status === 401) return ': the access token is missing, wrong or has run out';
  if (status === 403) return ': the access token does not allow this';
  return '';
}

const mostAttempts = 3;
const baseDelayMs = 500;
const longestRetryAfterMs = 60_000;
const retryableStatuses: ReadonlySet<number> = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * Exponential backoff with full jitter, or the answer's `Retry-After`, in milliseconds. Null gives up, also if
 * `Retry-After` is over a minute. All four operations only read, so each may be repeated.
 */
function retryDelay(error: unknown, attemptsMade: number, random: number): number | null {
  if (attemptsMade >= mostAttempts || !isRetryable(error)) return null;
  const retryAfterMs = error instanceof HttpStatusError ? error.retryAfterMs : null;
  if (retryAfterMs !== null && retryAfterMs > longestRetryAfterMs) return null;
  return retryAfterMs ?? Math.floor(random * baseDelayMs * 2 ** (attemptsMade - 1));
}

function isRetryable(error: unknown): boolean {
  if (error instanceof TransportError) return error.code !== 'BODY_TOO_LARGE';
  return error instanceof HttpStatusError && retryableStatuses.has(error.status);
}
