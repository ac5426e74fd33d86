import { ArgumentError, ContractError, HttpStatusError, TransportError } from '../domain/errors.ts';
import type { StatedLimit } from '../domain/upstream/stated-limit.ts';
import type { BridgeApiOptions, CallOptions, Operation, RequestGate } from './bridge-api.ts';
import type { OperationRequest } from './operation-request.ts';
import { canFinish, decideRetry } from './retry.ts';
import type { RetryBudget } from './retry-budget.ts';
import { type Answer, sendRequest } from './send-request.ts';

const openGate: RequestGate = { admit: async () => {}, report: async () => {} };

export interface ParsedAnswer extends Pick<Answer, 'servedAt'> {
  /** The length of its text, in UTF-16 units. */
  readonly size: number;
  readonly body: unknown;
}

/**
 * One operation with its attempts: three at most, within the client's retry budget unless a gate paces them, and one more
 * with a fresh token after the first 401 or 403. `body` is the parsed JSON of the 2xx; its shape is not checked here.
 */
export async function callOperation(
  options: BridgeApiOptions,
  budget: RetryBudget,
  request: OperationRequest,
  call: CallOptions = {},
): Promise<ParsedAnswer> {
  const limits = { deadline: call.deadline ?? null, timeoutMs: request.timeoutMs };
  const { optional = false, purpose } = call;
  let token = await readToken(options.token, false);
  let asksFreshToken = true;
  let lastError: unknown = null;
  budget.deposit();
  // The repeat with a fresh token gets a number but does not count as one of the three attempts.
  for (let number = 1, attemptsMade = 0; ; number += 1) {
    call.signal?.throwIfAborted();
    const refuse = () => lastError ?? tooLate(request.operation);
    if (!canFinish(options.clock.now(), limits)) throw refuse();
    await (options.gate ?? openGate).admit({
      operation: request.operation,
      deadline: limits.deadline === null ? null : limits.deadline - limits.timeoutMs,
      freshToken: !asksFreshToken,
      optional,
      purpose,
    });
    if (!canFinish(options.clock.now(), limits)) throw refuse();
    options.onRequest?.({ operation: request.operation, attempt: number });
    try {
      const sending = { token, fresh: !asksFreshToken, optional, purpose };
      const answer = await attempt(options, request, sending, call.signal);
      const { servedAt, text } = answer;
      return { body: parseJson(request.operation, answer), servedAt, size: text.length };
    } catch (error) {
      lastError = error;
    }
    if (asksFreshToken && isTurnedAway(lastError)) {
      asksFreshToken = false;
      token = await readToken(options.token, true);
      continue;
    }
    attemptsMade += 1;
    const now = options.clock.now();
    const decision = decideRetry({
      ...limits,
      error: lastError,
      attemptsMade,
      now,
      random: options.random(),
    });
    // A gate slows all calls down after a 429: repeating the refused ones then adds no load.
    const isPaced = options.gate !== undefined && isThrottled(lastError);
    if (!decision.retry || !(isPaced || budget.withdraw())) throw lastError;
    await options.clock.sleep(decision.delayMs, call.signal);
  }
}

function isThrottled(error: unknown): boolean {
  return error instanceof HttpStatusError && error.status === 429;
}

function isTurnedAway(error: unknown): boolean {
  return error instanceof HttpStatusError && (error.status === 401 || error.status === 403);
}

async function attempt(
  options: BridgeApiOptions,
  request: OperationRequest,
  {
    token,
    fresh: freshToken,
    optional,
    purpose,
  }: {
    readonly token: string;
    readonly fresh: boolean;
    readonly optional: boolean;
    readonly purpose: string | undefined;
  },
  signal: AbortSignal | undefined,
): Promise<Answer> {
  const { operation, subject } = request;
  const gate = options.gate ?? openGate;
  let limit: StatedLimit | undefined;
  const onLimit = (stated: StatedLimit): void => {
    limit = stated;
  };
  const begunAt = options.clock.now();
  const report = (status: number | null, retryAfterMs: number | null = null) => {
    const tookMs = status === null ? undefined : options.clock.now() - begunAt;
    const said = { status, retryAfterMs, limit, tookMs };
    return gate.report({ operation, subject, ...said, freshToken, optional, purpose });
  };
  try {
    const sending = { fetch: options.fetch, now: () => options.clock.now(), token, signal, onLimit };
    const answer = await sendRequest(request, sending);
    await report(answer.status);
    return answer;
  } catch (error) {
    if (error instanceof HttpStatusError) {
      await report(error.status, error.retryAfterMs);
    } else if (error instanceof TransportError) {
      // One buyer's large rows are not a service failure: reporting one would pause polling for all buyers.
      await report(error.code === 'BODY_TOO_LARGE' ? 200 : null);
    }
    throw error;
  }
}

/** Throws `ArgumentError` on a token that no header can carry: `fetch` would quote the token in its own error. */
async function readToken(provide: BridgeApiOptions['token'], fresh: boolean): Promise<string> {
  // A pasted secret, or one read from a file, often ends in a line feed.
  const token = (await (fresh ? provide({ fresh: true }) : provide())).trim();
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  const found = token === '' ? 'it is empty' : 'it holds a space, a control character or one outside ASCII';
  throw new ArgumentError('token', `token: no header can carry the access token: ${found}; store it again`);
}

function parseJson(operation: Operation, answer: Answer): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    // No `cause`: the parser's message quotes the body.
    throw new ContractError(`${operation}: the body of the ${answer.status} is not JSON`);
  }
}

function tooLate(operation: Operation): TransportError {
  return new TransportError(
    'TIMEOUT',
    `${operation}: not started, because it might not finish before the deadline`,
  );
}
