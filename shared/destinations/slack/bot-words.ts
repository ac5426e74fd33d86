import { isHtml } from '../decide-outcome.ts';
import type { OwnWord } from '../destination.ts';
import type { PostAnswer } from '../http-post.ts';

/**
 * Slack's words for problems that a person has to fix: the channel, the bot, its token or its permissions. Source: the method
 * `chat.postMessage`, "Errors".
 */
const goneWords: ReadonlySet<string> = new Set([
  'access_denied',
  'accesslimited',
  'account_inactive',
  'channel_not_found',
  'ekm_access_denied',
  'enterprise_is_restricted',
  'invalid_auth',
  'is_archived',
  'missing_scope',
  'no_permission',
  'not_allowed_token_type',
  'not_authed',
  'not_in_channel',
  'restricted_action',
  'restricted_action_read_only_channel',
  'restricted_action_thread_only_channel',
  'team_access_not_granted',
  'team_not_found',
  'token_expired',
  'token_revoked',
  'two_factor_setup_required',
]);

/** For a message that it will never take in this form: it is sent once more as plain text. */
const formWords: ReadonlySet<string> = new Set([
  'invalid_arguments',
  'invalid_blocks',
  'invalid_blocks_format',
  'msg_blocks_too_long',
  'msg_too_long',
  'no_text',
]);

/** For a reply that it does not take, since its first message was deleted or takes none. */
const threadWords: ReadonlySet<string> = new Set([
  'cannot_reply_to_message',
  'invalid_thread_ts',
  'message_not_found',
  'restricted_action_non_threadable_channel',
  'restricted_action_thread_locked',
  'thread_not_found',
]);

/** "It's possible some aspect of the operation succeeded before the error was raised." */
const unsureWords: ReadonlySet<string> = new Set(['fatal_error', 'internal_error']);

/** What a bot is told: a refusal comes with status 200, too. A page is nobody's answer, and delivers nothing. */
export function findBotWord(answer: PostAnswer): OwnWord | null {
  const { status } = answer;
  const isSuccess = status >= 200 && status < 300;
  const said = readSaid(answer);
  if (said === null || said.ok) {
    if (!isSuccess || said?.ok) return null;
    const means = isHtml(answer.body) ? 'retry' : 'may-have-happened';
    return { word: "this is no answer of Slack's API", means };
  }
  const { word } = said;
  // The status of these says more: when to come again, and that it may have happened.
  if (status === 429 || status >= 500) return { word, means: null };
  return { word, means: meaningOf(word) ?? (isSuccess ? 'retry' : null) };
}

function meaningOf(word: string): OwnWord['means'] {
  if (goneWords.has(word)) return 'gone';
  if (formWords.has(word)) return 'form-refused';
  if (threadWords.has(word)) return 'thread-refused';
  return unsureWords.has(word) ? 'may-have-happened' : null;
}

interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
}

/** Where and by what the message stands that the answer says was posted; null where it does not say. */
export function readPosted({ body }: PostAnswer): PostedMessage | null {
  const { channel, ts } = readObject(body) ?? {};
  const isNamed = typeof channel === 'string' && /^[A-Z][A-Z0-9]{1,30}$/.test(channel);
  return isNamed && typeof ts === 'string' && /^\d{1,20}\.\d{1,10}$/.test(ts) ? { channel, ts } : null;
}

type Said = { readonly ok: true } | { readonly ok: false; readonly word: string };

function readSaid({ body }: PostAnswer): Said | null {
  // An answer that was cut off on its way says all the same that the message stands there.
  if (/^\s*\{\s*"ok"\s*:\s*true\s*[,}]/.test(body)) return { ok: true };
  const { ok, error } = readObject(body) ?? {};
  if (ok === true) return { ok: true };
  if (ok !== false) return null;
  return {
    ok,
    word: typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : 'it gave no reason',
  };
}

function readObject(body: string): Readonly<Record<string, unknown>> | null {
  try {
    const read: unknown = JSON.parse(body);
    return typeof read === 'object' && read !== null ? (read as Readonly<Record<string, unknown>>) : null;
  } catch {
    // A page, or half of an answer: the caller says so.
    return null;
  }
}
