import type { DestinationSettings, SlackBotDestination } from '../../shared/domain/routes/route.ts';
import { isPlaceOf } from '../../shared/domain/routes/slack-place.ts';
import { decideOutcome } from '../send/decide-outcome.ts';
import { failed, ok, type Probe, type SecretForm, type SecretValues } from '../send/destination.ts';
import { UnusableSecretError } from '../send/destination-errors.ts';
import { findBotWord } from './bot-words.ts';

const slackApi = 'https://slack.com/api';

export function isBot(to: DestinationSettings): to is SlackBotDestination {
  return 'botToken' in to;
}

export function methodUrl({ apiUrl = slackApi }: SlackBotDestination, method: string): string {
  return `${apiUrl.replace(/\/+$/, '')}/${method}`;
}

/**
 * Adds the channel to a frozen body, and its thread if that is of the channel: after a change of the config the message
 * above may stand in another.
 */
export function addressBody(body: string, thread: string | undefined, to: SlackBotDestination) {
  const [of, ts] = thread?.split(' ') ?? [];
  const head =
    isPlaceOf(of, to) && ts !== undefined ? { channel: of, thread_ts: ts } : { channel: to.channel };
  return `${JSON.stringify(head).slice(0, -1)},${body.slice(1)}`;
}

const where = 'copy the "Bot User OAuth Token" of the app, xoxb-…';
/** A token that is rotated begins with `xoxe.`. */
export const botToken: SecretForm = {
  name: 'the token of a Slack bot',
  findProblem(value) {
    if (!/^(xoxe\.)?xoxb-/.test(value)) return `it is no token of a bot; ${where}`;
    return /^[A-Za-z0-9.-]{20,}$/.test(value) ? null : `it is cut off or has other characters; ${where}`;
  },
};

/** Throws `UnusableSecretError` for a token that no header can carry. */
export function authorize(
  { botToken: { secret } }: Pick<SlackBotDestination, 'botToken'>,
  secrets: SecretValues,
): { readonly authorization: string } {
  const token = secrets.get(secret) ?? '';
  if (/^[\x21-\x7e]+$/.test(token)) return { authorization: `Bearer ${token}` };
  throw new UnusableSecretError(`secret ${secret} is no token of a bot; ${where}`);
}

const needed = 'chat:write';

/** `auth.test` says whose token it is and, by a header, what it may do. It posts nothing. */
export const botProbe: Probe<SlackBotDestination> = {
  requestFor: (to, secrets) => ({
    method: 'POST',
    body: '{}',
    headers: authorize(to, secrets),
    url: methodUrl(to, 'auth.test'),
  }),
  judge({ botToken, channel }, answer, fixSecret) {
    const { outcome, reason } = decideOutcome(findBotWord, answer, 0);
    const scopes = answer.headers['x-oauth-scopes']?.split(',').map((scope) => scope.trim());
    if (outcome === 'delivered' && scopes && !scopes.includes(needed)) {
      const fix = `add ${needed} to the bot's scopes at api.slack.com/apps, and reinstall the app`;
      return failed(`the bot lacks the scope ${needed}`, fix);
    }
    if (outcome === 'delivered')
      return ok(`Slack knows the bot (nothing was posted); it must be a member of ${channel}`);
    return outcome === 'gone'
      ? failed(
          `Slack does not take the bot's token (${reason})`,
          `copy the bot's token again, then: ${fixSecret(botToken.secret)}`,
        )
      : failed(`Slack ${reason}`, 'run this again later; if it stays so, check to.apiUrl and the token');
  },
};
