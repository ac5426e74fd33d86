import type { OwnWord } from '../send/destination.ts';

/**
 * Slack's words for what became of a message. Sources: "Sending messages using incoming webhooks", "Handling errors", and
 * the methods `chat.postMessage`, `chat.update` and `chat.postEphemeral`, "Errors". A word that is not here (`rollup_error`) is tried again.
 */
const words = {
  // A person has to fix the channel, the webhook, the workspace, the bot, its token or its permissions.
  gone: `
    access_denied accesslimited account_inactive action_prohibited channel_is_archived channel_not_found
    ekm_access_denied enterprise_is_restricted invalid_auth invalid_token is_archived messages_tab_disabled missing_scope no_active_hooks
    no_permission no_service no_service_id no_team not_allowed_token_type not_authed not_in_channel
    posting_to_general_channel_denied restricted_action restricted_action_read_only_channel
    restricted_action_thread_only_channel team_access_not_granted team_disabled team_not_found token_expired
    token_revoked two_factor_setup_required user_not_found`,
  // Slack will never take the message in this form: it is sent once more as plain text.
  'form-refused': `
    invalid_arguments invalid_blocks invalid_blocks_format invalid_payload missing_text_or_fallback_or_attachments
    msg_blocks_too_long msg_too_long no_text too_many_attachments`,
  // Slack takes no reply, since the first message was deleted or takes none; or, for a like reason, no change of a
  // message and no answer to its reader.
  'thread-refused': `
    cannot_reply_to_message cant_update_message edit_window_closed invalid_thread_ts message_not_found
    restricted_action_non_threadable_channel restricted_action_thread_locked thread_not_found user_not_in_channel`,
  // "It's possible some aspect of the operation succeeded before the error was raised."
  'may-have-happened': 'fatal_error internal_error',
} as const satisfies Partial<Record<NonNullable<OwnWord['means']>, string>>;

export const notSlack = 'this is no answer of Slack';

const meanings = new Map(
  Object.entries(words).flatMap(
    ([means, list]) => list.match(/\w+/g)?.map((word) => [word, means as keyof typeof words] as const) ?? [],
  ),
);

export const meaningOf = (word: string): OwnWord['means'] => meanings.get(word) ?? null;
