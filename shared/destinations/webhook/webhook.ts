import type { WebhookDestination } from '../../domain/routes/route.ts';
import type { Destination } from '../destination.ts';
import { webhookProbe } from './probe.ts';
import { webhookRenderer } from './render-webhook.ts';
import { receiverAddress, signingKey } from './secret-forms.ts';
import { createSigners, signMessage } from './sign.ts';
import { writeAlarm } from './write-alarm.ts';

/** Any https endpoint, by Standard Webhooks 1.0.0: its receiver knows a repeat by the `webhook-id`. */
export const webhook = {
  label: 'webhook',
  written: 'webhook({…})',
  dropsRepeats: true,
  successMeans: 'delivered',
  renderer: webhookRenderer,
  renderAlarm: writeAlarm,
  tellPlace: ({ url }) =>
    typeof url === 'string' ? `the webhook at ${new URL(url).host}` : `the webhook of ${url.secret}`,
  addressOf: ({ url }) => url,
  secretsOf: ({ url, signingSecret }) => [
    ...(typeof url === 'string' ? [] : [{ ...url, form: receiverAddress }]),
    { ...signingSecret, form: signingKey },
  ],
  headersFor({ digestId: id, body }, { signingSecret: { secret } }, secrets, timestamp) {
    const signers = createSigners(secrets.get(secret) ?? '', `secret ${secret}`);
    return {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(signers, { id, timestamp, body }),
    };
  },
  hasThreads: () => false,
  writeBody: ({ body }) => body,
  judgeAnswer: () => null,
  findThread: () => null,
  probe: webhookProbe,
} satisfies Destination<WebhookDestination>;
