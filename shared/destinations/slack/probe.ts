import type { SlackWebhookDestination } from '../../domain/routes/route.ts';
import { decideOutcome } from '../decide-outcome.ts';
import type { Probe } from '../destination.ts';
import { findOwnWord } from './own-words.ts';

/** A message without a text: Slack can't post it, and refuses it as `no_text` only where the webhook is alive. */
export const slackProbe: Probe<SlackWebhookDestination> = {
  requestFor: () => ({ method: 'POST', body: '{"text":""}' }),
  judge({ webhookUrl }, answer, fixSecret) {
    const { outcome, reason, formRefused } = decideOutcome(findOwnWord, answer, 0);
    if (formRefused) return { state: 'ok', found: 'the Slack channel takes messages (nothing was posted)' };
    // Not Slack itself, which takes no message without a text: its stand-in on one machine.
    if (outcome === 'delivered') return { state: 'ok', found: 'the Slack stand-in answers' };
    if (outcome === 'gone') {
      const fix = `make a new one, then: ${fixSecret(webhookUrl.secret)}`;
      return { state: 'failed', found: `Slack says that this webhook is gone (${reason})`, fix };
    }
    const fix = 'run this again later; if the error persists, make a new webhook';
    return { state: 'failed', found: `Slack ${reason}`, fix };
  },
};
