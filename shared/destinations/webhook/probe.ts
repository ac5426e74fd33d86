import type { WebhookDestination } from '../../domain/routes/route.ts';
import { isHtml } from '../decide-outcome.ts';
import type { Probe } from '../destination.ts';

/** OPTIONS only asks which requests are possible: a receiver changes nothing, whatever it answers. */
export const webhookProbe: Probe<WebhookDestination> = {
  requestFor: () => ({ method: 'OPTIONS', body: '' }),
  judge(_, { status, body }) {
    if (status === 410) {
      const fix = 'ask its owner, or remove the route';
      return { state: 'failed', found: 'it answered 410 Gone', fix };
    }
    if (status >= 300 && status < 400) {
      const fix = 'write the final address as to.url';
      return {
        state: 'failed',
        found: `it redirects (${status}), and digests follow no redirects`,
        fix,
      };
    }
    if (status < 300 && isHtml(body)) {
      const fix = 'check that to.url is a receiver and not a web page';
      return { state: 'warning', found: `it answered OPTIONS with an HTML page (${status})`, fix };
    }
    const found = `the webhook is reachable (it answered ${status} to OPTIONS; no digest was sent)`;
    return { state: 'ok', found };
  },
};
