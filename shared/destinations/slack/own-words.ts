import type { OwnWord } from '../destination.ts';
import type { PostAnswer } from '../http-post.ts';

/**
 * Slack's words for a webhook that will not work again by itself: its channel, its workspace, its person or itself is
 * gone, or may not post. Source: "Sending messages using incoming webhooks", "Handling errors". What that lists and is in
 * neither set (`rollup_error`) is tried again.
 */
const goneWords: ReadonlySet<string> = new Set([
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
const formWords: ReadonlySet<string> = new Set([
  'invalid_blocks',
  'invalid_blocks_format',
  'invalid_payload',
  'missing_text_or_fallback_or_attachments',
  'msg_blocks_too_long',
  'no_text',
  'too_many_attachments',
]);

/** The code word that is the whole of the body where Slack refuses a message. */
export function findOwnWord({ status, body }: PostAnswer): OwnWord | null {
  const word = body.trim();
  if (status < 400 || !/^[a-z_]{1,40}$/.test(word)) return null;
  // A server with an error of its own (5xx) says nothing about the webhook or the message.
  if (status >= 500) return { word, means: null };
  return { word, means: goneWords.has(word) ? 'gone' : formWords.has(word) ? 'form-refused' : null };
}
