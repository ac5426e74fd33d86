import { isLoopbackHost } from '../../domain/routes/destination-url.ts';
import type { SecretForm } from '../destination.ts';

/** `/services/T…/B…/…`: the form of an incoming webhook, at Slack and at GovSlack ("Sending messages using incoming webhooks"). */
const hosts: ReadonlySet<string> = new Set(['hooks.slack.com', 'hooks.slack-gov.com']);
const path = /^\/services\/[A-Z0-9]+\/[A-Z0-9]+\/[A-Za-z0-9]+$/;
const form = 'https://hooks.slack.com/services/T…/B…/…';

export const webhookAddress: SecretForm = {
  name: 'an incoming webhook of Slack',
  example: 'https://hooks.slack.com/services/T00000000/B00000000/000000000000000000000000',
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
