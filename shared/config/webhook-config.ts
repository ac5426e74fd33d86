import * as v from 'valibot';
import { checkDestinationUrl } from '../domain/routes/destination-url.ts';
import { leastMaxBytes, type WebhookDestination } from '../domain/routes/route.ts';
import { described, foundAddress, optional, secretReference, wholeNumber } from './field-schemas.ts';
import { fixUnseen, object, refuse, type WrittenForm } from './fields.ts';

/** Any https endpoint. Each digest is signed as Standard Webhooks, and carries an id to drop repeats by. */
export function webhook(settings: Omit<WebhookDestination, 'type'>): WebhookDestination {
  return { type: 'webhook', ...settings };
}

const urlFix = 'write an https address, or {"secret": "NAME"} where the address is a secret';

const maxBytesFix = 'write a whole number of bytes from 20000 to 200000';

export const webhookConfig = {
  forms: {
    webhook: {
      helper: 'webhook',
      write: (secret) =>
        `webhook({ url: ${secret('WEBHOOK_URL')}, signingSecret: ${secret('WEBHOOK_SIGNING_SECRET')} })`,
    },
  } satisfies Record<string, WrittenForm>,
  schema: (permitLocal: boolean) =>
    object(
      {
        type: v.literal('webhook'),
        url: described(
          v.union(
            [
              v.pipe(
                v.string(fixUnseen(urlFix)),
                refuse((url) => foundAddress(checkDestinationUrl(url, permitLocal))),
                v.metadata({ format: 'uri' }),
              ),
              secretReference(),
            ],
            fixUnseen(urlFix),
          ),
          'https on port 443; {"secret": "NAME"} where the address itself is a secret.',
        ),
        signingSecret: described(
          secretReference(),
          'Signs each message as Standard Webhooks, with HMAC-SHA256: whsec_….',
        ),
        maxBytes: optional(
          wholeNumber(leastMaxBytes, 200_000, maxBytesFix),
          'The most bytes of one body: 20000 to 200000. A larger digest is split. 20000 unless written, as Standard Webhooks asks; a body has at most 92 signals in any case.',
        ),
      },
      'write {"type": "webhook", "url": "https://…", "signingSecret": {"secret": "NAME"}}',
    ),
};
