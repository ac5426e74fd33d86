import { isLoopbackHost } from '../../shared/domain/routes/destination-url.ts';
import type { SlackWebhookDestination } from '../../shared/domain/routes/route.ts';
import { decideOutcome, isHtml } from '../send/decide-outcome.ts';
import { failed, type OwnWord, ok, type Probe, type SecretForm } from '../send/destination.ts';
import type { PostAnswer } from '../send/http-post.ts';
import { meaningOf, notSlack } from './words.ts';

/** Slack and GovSlack give this form to an incoming webhook ("Sending messages using incoming webhooks"). */
const hosts: ReadonlySet<string> = new Set(['hooks.slack.com', 'hooks.slack-gov.com']);
const path = /^\/services\/[A-Z0-9]+\/[A-Z0-9]+\/[A-Za-z0-9]+$/;
const form = 'https://hooks.slack.com/services/T…/B…/…';

export const webhookAddress: SecretForm = {
  name: 'an incoming webhook of Slack',
  findProblem(value, permitLocal) {
    const url = URL.parse(value);
    if (url === null) return `it is not a valid URL; give the one of an incoming webhook, ${form}`;
    if (permitLocal && isLoopbackHost(url.hostname)) return null;
    if (url.protocol !== 'https:')
      return `its address is not https; give the one of an incoming webhook, ${form}`;
    if (!hosts.has(url.host)) return `its address is not at hooks.slack.com; give ${form}`;
    if (/^\/(workflows|triggers)\//.test(url.pathname)) {
      return `it starts a workflow, which takes no digests; make an incoming webhook: ${form}`;
    }
    return path.test(url.pathname)
      ? null
      : `its address is cut off or has another form than ${form}; copy it again`;
  },
};

/** Slack refuses a message with a code word as the whole body. A page comes from a proxy, and delivers nothing. */
export function findOwnWord({ status, body }: PostAnswer): OwnWord | null {
  if (status >= 200 && status < 300 && isHtml(body)) return { word: notSlack, means: 'retry' };
  const word = body.trim();
  if (status < 400 || !/^[a-z_]{1,40}$/.test(word)) return null;
  // A server with an error of its own (5xx) says nothing about the webhook or the message.
  if (status >= 500) return { word, means: null };
  return { word, means: meaningOf(word) };
}

/** The probe has no text: Slack can't post it, and refuses it as `no_text` only where the webhook is alive. */
export const slackProbe: Probe<SlackWebhookDestination> = {
  requestFor: () => ({ method: 'POST', body: '{"text":""}' }),
  judge({ webhookUrl }, answer, fixSecret) {
    const { outcome, reason, formRefused } = decideOutcome(findOwnWord, answer, 0);
    if (formRefused) return ok('the Slack channel takes messages (nothing was posted)');
    // A stand-in on one machine answered: Slack itself takes no message without a text.
    if (outcome === 'delivered') return ok('the Slack stand-in answers');
    return outcome === 'gone'
      ? failed(
          `Slack says that this webhook is gone (${reason})`,
          `make a new one, then: ${fixSecret(webhookUrl.secret)}`,
        )
      : failed(`Slack ${reason}`, 'run this again later; if the error persists, make a new webhook');
  },
};
