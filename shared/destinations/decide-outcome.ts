import { type AttemptOutcome, describeHtmlPage } from '../domain/digests/attempt.ts';
import { readRetryAfter } from '../domain/upstream/retry-after.ts';
import type { OwnWord } from './destination.ts';
import type {
  DeliveryTransportError,
  DestinationRefusedError,
  UnusableSecretError,
} from './destination-errors.ts';
import type { PostAnswer } from './http-post.ts';

/** What one attempt met: an answer, or the reason that there was none. */
export type AttemptResult =
  | PostAnswer
  | DeliveryTransportError
  | DestinationRefusedError
  | UnusableSecretError;

/** 429, 502 and 504 say "too much": without a `Retry-After`, wait this long at least (Standard Webhooks: slow down). */
const slowDownMs = 60_000;
const slowDownStatuses: ReadonlySet<number> = new Set([429, 502, 504]);

/**
 * What becomes of the digest: what the destination says in words of its own, or else the status. `now` in milliseconds
 * since the epoch, for a `Retry-After` that is a date.
 */
export function decideOutcome(
  judgeAnswer: (answer: PostAnswer) => OwnWord | null,
  result: AttemptResult,
  now: number,
): AttemptOutcome {
  if (result instanceof Error) return outcomeOfFailure(result);
  const { status } = result;
  const own = judgeAnswer(result);
  const answered = (
    outcome: AttemptOutcome['outcome'],
    reason: string,
    retryAfterMs: number | null = null,
  ): AttemptOutcome => ({
    outcome,
    ambiguous: outcome === 'retry' && status >= 500,
    status,
    reason,
    retryAfterMs,
  });

  if (own?.means === 'gone') return answered('gone', said(status, own.word));
  if (status === 410) return answered('gone', own ? said(status, own.word) : 'answered 410 Gone');
  if (own?.means === 'form-refused')
    return { ...answered('dead', said(status, own.word)), formRefused: true };
  const retryAfterMs = readRetryAfter(result.headers['retry-after'], now);
  const again = own && againOf(own.means);
  if (again) return { ...answered('retry', said(status, own.word), retryAfterMs), ...again };
  if (status >= 200 && status < 300) {
    // A 2xx is a delivery, whatever comes with it (Standard Webhooks); a login page answers one, too.
    return answered('delivered', isHtml(result.body) ? describeHtmlPage(status) : `answered ${status}`);
  }
  const slowDown = slowDownStatuses.has(status) ? slowDownMs : null;
  const retry = answered('retry', said(status, own?.word ?? explain(status)), retryAfterMs ?? slowDown);
  return status === 429 && retryAfterMs !== null ? { ...retry, throttled: true } : retry;
}

/** What a word that asks for another attempt says beside that; null for any other. */
function againOf(
  means: OwnWord['means'],
): Partial<Pick<AttemptOutcome, 'ambiguous' | 'threadRefused'>> | null {
  if (means === 'retry') return { ambiguous: false };
  if (means === 'may-have-happened') return { ambiguous: true };
  return means === 'thread-refused' ? { ambiguous: false, threadRefused: true } : null;
}

export function isHtml(body: string): boolean {
  return /^\s*<(!doctype html|html)[\s>]/i.test(body);
}

function outcomeOfFailure(error: Exclude<AttemptResult, PostAnswer>): AttemptOutcome {
  const ambiguous = 'bytesLeft' in error && error.bytesLeft;
  // A refused address or an unusable secret is fixed from outside: the digest waits for it on the schedule.
  const timedOut = error.code === 'TIMEOUT' ? { timedOut: true } : {};
  return {
    outcome: 'retry',
    ambiguous,
    status: null,
    reason: error.message,
    retryAfterMs: null,
    ...timedOut,
  };
}

const said = (status: number, words: string | null) =>
  words === null ? `answered ${status}` : `answered ${status}: ${words}`;

function explain(status: number): string | null {
  if (status >= 300 && status < 400) return 'a redirect, which is not followed; configure the final address';
  if (status === 401 || status === 403) return 'it does not accept the secret or the signature';
  if (status === 429) return 'too many requests';
  return null;
}
