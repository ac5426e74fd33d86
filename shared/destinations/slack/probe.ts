import type { SlackDestination } from '../../domain/routes/route.ts';
import { decideOutcome } from '../decide-outcome.ts';
import type { Probe } from '../destination.ts';
import { findOwnWord } from './own-words.ts';

/** A message without a text: Slack can't post it, and refuses it as `no_text` only where the webhook is alive. */
export const slackProbe: Probe<SlackDestination> = {
  request: { method: 'POST', body: '{"text":""}' },
  judge({ webhookUrl }, answer, mendSecret) {
    const { outcome, reason, formRefused } = decideOutcome(findOwnWord, answer, 0);
    if (formRefused) return { state: 'ok', found: 'the Slack channel takes messages (nothing was posted)' };
    // Not Slack itself, which takes no message without a text: what stands in for it on one machine.
    if (outcome === 'delivered') return { state: 'ok', found: 'what stands in for Slack answers' };
    if (outcome === 'gone') {
      const mend = `make a new one, then: ${mendSecret(webhookUrl.secret)}`;
      return { state: 'failed', found: `Slack says that this webhook is gone (${reason})`, mend };
    }
    const mend = 'run this again later; if it stays so, make a new webhook';
    return { state: 'failed', found: `Slack ${reason}`, mend };
  },
};
