import { type AttemptOutcome, describeHtmlPage } from '../../shared/domain/digests/attempt.ts';
import { SecretUnavailableError } from '../../shared/domain/errors.ts';
import { readRetryAfter } from '../../shared/domain/upstream/retry-after.ts';
import type { OwnWord } from './destination.ts';
import {
  DeliveryTransportError,
  DestinationRefusedError,
  UnusableSecretError,
} from './destination-errors.ts';
import type { PostAnswer } from './http-post.ts';

const failures = [
  DeliveryTransportError,
  DestinationRefusedError,
  UnusableSecretError,
  SecretUnavailableError,
] as const;
type AttemptFailure = InstanceType<(typeof failures)[number]>;

export function isAttemptFailure(error: unknown): error is AttemptFailure {
  return failures.some((kind) => error instanceof kind);
}

export type AttemptResult = PostAnswer | AttemptFailure;

/** 429, 502 and 504 say "too much": without a `Retry-After`, wait this long at least (Standard Webhooks: slow down). */
const slowDownMs = 60_000;
const slowDownStatuses: ReadonlySet<number> = new Set([429, 502, 504]);

/** A destination's own word decides, whatever the status. */
const consequences: Readonly<Record<NonNullable<OwnWord['means']>, Partial<AttemptOutcome>>> = {
  gone: { outcome: 'gone', ambiguous: false },
  'form-refused': { outcome: 'dead', ambiguous: false, formRefused: true },
  refused: { outcome: 'dead', ambiguous: false },
  'thread-refused': { ambiguous: false, threadRefused: true },
  retry: { ambiguous: false },
  'may-have-happened': { ambiguous: true },
};

/**
 * Decides by the destination's own word, or else by the status. `now` in milliseconds since the epoch, for a
 * `Retry-After` that is a date.
 */
export function decideOutcome(
  judgeAnswer: (answer: PostAnswer) => OwnWord | null,
  result: AttemptResult,
  now: number,
): AttemptOutcome {
  if (result instanceof Error) return outcomeOfFailure(result);
  const { status, body, headers } = result;
  const own = judgeAnswer(result);
  const retryAfterMs = readRetryAfter(headers['retry-after'], now);
  const words = own?.word ?? explain(status);
  const reason = words === null ? `answered ${status}` : `answered ${status}: ${words}`;
  const retry = { outcome: 'retry', ambiguous: status >= 500, status, reason, retryAfterMs } as const;
  if (own?.means) return { ...retry, ...consequences[own.means] };
  if (status === 410) return { ...retry, outcome: 'gone', reason: own ? reason : 'answered 410 Gone' };
  if (status >= 200 && status < 300) {
    // A 2xx is a delivery, whatever comes with it (Standard Webhooks); a login page answers one, too.
    const answered = isHtml(body) ? describeHtmlPage(status) : `answered ${status}`;
    return { ...retry, outcome: 'delivered', reason: answered, retryAfterMs: null };
  }
  if (status === 429 && retryAfterMs !== null) return { ...retry, throttled: true };
  return { ...retry, retryAfterMs: retryAfterMs ?? (slowDownStatuses.has(status) ? slowDownMs : null) };
}

export function isHtml(body: string): boolean {
  return /^\s*<(!doctype html|html)[\s>]/i.test(body);
}

/** A refused address or a missing secret is fixed from outside: the digest waits for it on the schedule. */
function outcomeOfFailure(error: AttemptFailure): AttemptOutcome {
  return {
    outcome: 'retry',
    ambiguous: error instanceof DeliveryTransportError && error.bytesLeft,
    status: null,
    reason: error.message,
    retryAfterMs: null,
    ...(error.code === 'TIMEOUT' && { timedOut: true }),
  };
}

function explain(status: number): string | null {
  if (status >= 300 && status < 400) return 'a redirect, which is not followed; configure the final address';
  if (status === 401 || status === 403) return 'it does not accept the secret or the signature';
  if (status === 429) return 'too many requests';
  return null;
}
