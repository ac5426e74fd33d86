import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../support/receiver.ts';

interface WebhookBody {
  readonly type: string;
  readonly data: {
    readonly routeId: string;
    readonly buyers: readonly {
      readonly signals: readonly { readonly bridgeId: string; readonly rowId: string }[];
    }[];
  };
}

/**
 * The ids of the signals in all digests that came in, sorted. Throws when a signature doesn't hold, a digest is
 * no digest, or a signal came in two of them; the same digest again, by its id, is no second one.
 */
export function signalsOf(requests: readonly ReceivedRequest[], signingSecret: string): string[] {
  const webhook = new Webhook(signingSecret);
  const digests = new Map<string, WebhookBody>();
  for (const { body, headers } of requests) {
    const checked = webhook.verify(body, headers as Record<string, string>) as WebhookBody;
    if (checked.type !== 'digest.created') throw new Error(`received something of the type ${checked.type}`);
    digests.set(String(headers['webhook-id']), checked);
  }
  const ids = [...digests.values()].flatMap(({ data }) =>
    data.buyers.flatMap(({ signals }) => signals.map(({ bridgeId, rowId }) => `${bridgeId}#${rowId}`)),
  );
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`signals that came in two digests: ${twice.join(', ')}`);
  return ids.sort();
}
