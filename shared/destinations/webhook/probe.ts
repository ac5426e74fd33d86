import type { WebhookDestination } from '../../domain/routes/route.ts';
import { isHtml } from '../decide-outcome.ts';
import type { Probe } from '../destination.ts';

/** OPTIONS asks what could be asked: a receiver has nothing to do for it, whatever it answers. */
export const webhookProbe: Probe<WebhookDestination> = {
  request: { method: 'OPTIONS', body: '' },
  judge(_, { status, body }) {
    if (status === 410) {
      const mend = 'ask its owner, or take the route out';
      return { state: 'failed', found: 'it wants no digests any more (410)', mend };
    }
    if (status >= 300 && status < 400) {
      const mend = 'write the final address as to.url';
      return { state: 'failed', found: `it redirects (${status}), which no digest follows`, mend };
    }
    if (status < 300 && isHtml(body)) {
      const mend = "check that to.url is a receiver's address and not a web page's";
      return { state: 'warning', found: `it answered OPTIONS with an HTML page (${status})`, mend };
    }
    const found = `the webhook is reachable (it answered ${status} to OPTIONS; no digest was sent)`;
    return { state: 'ok', found };
  },
};
