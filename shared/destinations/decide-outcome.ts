import { type AttemptOutcome, describeHtmlPage } from '../domain/digests/attempt.ts';
import type { DestinationSettings } from '../domain/routes/route.ts';
import { readRetryAfter } from '../domain/upstream/retry-after.ts';
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

/**
 * Slack's words for a webhook that will not work again by itself: its channel, its workspace, its person or itself is
 * gone, or may not post. Source: "Sending messages using incoming webhooks", "Handling errors". What that lists and is in
 * neither set (`rollup_error`) is tried again.
 */
const slackGoneWords: ReadonlySet<string> = new Set([
  'action_prohibited',
  'channel_is_archived',
  'channel_not_found',
  'invalid_token',
  'no_active_hooks',
  'no_service',
  'no_service_id',
  'no_team',
  'posting_to_general_channel_denied',
  'team_disabled',
  'user_not_found',
]);

/** Slack's words for a message that it will never take in this form: it is sent once more as plain text. */
const slackFormWords: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_payload',
  'missing_text_or_fallback_or_attachments',
  'msg_blocks_too_long',
  'no_text',
  'too_many_attachments',
]);

/** 429, 502 and 504 say "too much": without a `Retry-After`, wait this long at least (Standard Webhooks: slow down). */
const slowDownMs = 60_000;
const slowDownStatuses: ReadonlySet<number> = new Set([429, 502, 504]);

/** What becomes of the digest. `now` in milliseconds since the epoch, for a `Retry-After` that is a date. */
export function decideOutcome(
  type: DestinationSettings['type'],
  result: AttemptResult,
  now: number,
): AttemptOutcome {
  if (result instanceof Error) return outcomeOfFailure(result);
  const { status } = result;
  const word = type === 'slack' && status >= 400 ? slackWord(result.body) : null;
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

  if (status >= 200 && status < 300) {
    // A 2xx is a delivery, whatever comes with it (Standard Webhooks); a login page answers one, too.
    return answered('delivered', isHtml(result.body) ? describeHtmlPage(status) : `answered ${status}`);
  }
  if (status < 500 && word !== null && slackGoneWords.has(word)) return answered('gone', said(status, word));
  if (status === 410) return answered('gone', said(status, word ?? 'it wants no more digests'));
  if (status < 500 && word !== null && slackFormWords.has(word)) {
    return { ...answered('dead', said(status, word)), formRefused: true };
  }
  const retryAfterMs = readRetryAfter(result.headers['retry-after'], now);
  const slowDown = slowDownStatuses.has(status) ? slowDownMs : null;
  const retry = answered('retry', said(status, word ?? explain(status)), retryAfterMs ?? slowDown);
  return status === 429 && retryAfterMs !== null ? { ...retry, throttled: true } : retry;
}

export function isHtml(body: string): boolean {
  return /^\s*<(!doctype html|html)[\s>]/i.test(body);
}

function outcomeOfFailure(error: Exclude<AttemptResult, PostAnswer>): AttemptOutcome {
  const ambiguous = 'bytesLeft' in error && error.bytesLeft;
  // A refused address or an unusable secret is mended from outside: the digest waits for it on the schedule.
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

/** A code word is all that may leave a body: anything longer could carry what was sent, or a secret. */
function slackWord(body: string): string | null {
  const word = body.trim();
  return /^[a-z_]{1,40}$/.test(word) ? word : null;
}

function explain(status: number): string | null {
  if (status >= 300 && status < 400) return 'a redirect, which is not followed; configure the final address';
  if (status === 401 || status === 403) return 'it does not accept the secret or the signature';
  if (status === 429) return 'too many requests';
  return null;
}
