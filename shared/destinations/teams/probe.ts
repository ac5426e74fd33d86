import type { TeamsDestination } from '../../domain/routes/route.ts';
import { decideOutcome, isHtml } from '../decide-outcome.ts';
import type { Probe } from '../destination.ts';
import { findOwnWord } from './own-words.ts';

/**
 * A message without a card. Microsoft's template goes through the attachments one by one, so the flow runs and posts
 * nothing; without the list the run would fail, and its owner be told.
 */
export const teamsProbe: Probe<TeamsDestination> = {
  requestFor: () => ({ method: 'POST', body: '{"type":"message","attachments":[]}' }),
  judge({ webhookUrl }, answer, fixSecret) {
    const { outcome, reason, status } = decideOutcome(findOwnWord, answer, 0);
    if (outcome === 'delivered') {
      if (isHtml(answer.body)) {
        const fix = `copy the URL of the flow's trigger, then: ${fixSecret(webhookUrl.secret)}`;
        return {
          state: 'warning',
          found: `a web page answered in place of a Teams flow (${status})`,
          fix,
        };
      }
      const found = `the Teams flow accepts messages (${status}; one without a card, so nothing was posted)`;
      return { state: 'ok', found };
    }
    if (outcome === 'gone') {
      const fix = `turn the flow on in Power Automate, or make a new one, then: ${fixSecret(webhookUrl.secret)}`;
      return { state: 'failed', found: `the Teams flow ${reason}`, fix };
    }
    const fix = 'run this again later; if it stays so, look at the flow in Power Automate';
    return { state: 'failed', found: `the Teams flow ${reason}`, fix };
  },
};
