import * as v from 'valibot';
import { checkDestinationUrl } from '../domain/routes/destination-url.ts';
import { described, foundAddress, secretReference } from './field-schemas.ts';
import { mend, mendUnseen, object, refuse } from './fields.ts';

const toMend = 'write {"type": "slack", …} or {"type": "webhook", …}';

/** Where digests, and alarms, are sent to. */
export function destinationSchema(permitLocal: boolean) {
  return v.variant('type', [slackSchema(), webhookSchema(permitLocal)], (issue) =>
    issue.path ? mend(toMend)(issue) : mendUnseen(toMend)(issue),
  );
}

function slackSchema() {
  return object(
    {
      type: v.literal('slack', mend(toMend)),
      webhookUrl: described(secretReference(), "The address of Slack's incoming webhook: a secret."),
    },
    toMend,
  );
}

function webhookSchema(permitLocal: boolean) {
  const urlMend = 'write an https address, or {"secret": "NAME"} where the address is a secret';
  return object(
    {
      type: v.literal('webhook', mend(toMend)),
      url: described(
        v.union(
          [
            v.pipe(
              v.string(mendUnseen(urlMend)),
              refuse((url) => foundAddress(checkDestinationUrl(url, permitLocal))),
              v.metadata({ format: 'uri' }),
            ),
            secretReference(),
          ],
          mendUnseen(urlMend),
        ),
        'https on port 443; {"secret": "NAME"} where the address itself is a secret.',
      ),
      signingSecret: described(
        secretReference(),
        'Signs each message as Standard Webhooks: whsec_… with HMAC-SHA256, whsk_… with Ed25519.',
      ),
    },
    toMend,
  );
}
