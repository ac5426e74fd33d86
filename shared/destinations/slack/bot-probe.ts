import type { SlackBotDestination } from '../../domain/routes/route.ts';
import { decideOutcome } from '../decide-outcome.ts';
import type { Probe } from '../destination.ts';
import { methodUrl } from './bot.ts';
import { authorize } from './bot-token.ts';
import { findBotWord } from './bot-words.ts';

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
      return { state: 'failed', found: `the bot lacks the scope ${needed}`, fix };
    }
    if (outcome === 'delivered') {
      const found = `Slack knows the bot (nothing was posted); it must be a member of ${channel}`;
      return { state: 'ok', found };
    }
    if (outcome === 'gone') {
      const fix = `copy the bot's token again, then: ${fixSecret(botToken.secret)}`;
      return { state: 'failed', found: `Slack does not take the bot's token (${reason})`, fix };
    }
    const fix = 'run this again later; if it stays so, check to.apiUrl and the token';
    return { state: 'failed', found: `Slack ${reason}`, fix };
  },
};
