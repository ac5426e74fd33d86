import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../support/destinations/receiver.ts';

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
 * The digests that came in, by their ids. Throws when a signature doesn't hold, something is no digest, or an id came
 * with two bodies.
 */
export function digestsOf(
  requests: readonly ReceivedRequest[],
  signingSecret: string,
): ReadonlyMap<string, string> {
  const webhook = new Webhook(signingSecret);
  const digests = new Map<string, string>();
  for (const { body, headers } of requests) {
    const { type } = webhook.verify(body, headers as Record<string, string>) as WebhookBody;
    if (type !== 'digest.created') throw new Error(`received something of the type ${type}`);
    const id = String(headers['webhook-id']);
    if ((digests.get(id) ?? body) !== body) throw new Error(`the digest ${id} came with two bodies`);
    digests.set(id, body);
  }
  return digests;
}

/** The ids of the signals in all digests, sorted. Throws when a signal is in two of them. */
export function signalsOf(digests: ReadonlyMap<string, string>): string[] {
  const ids = [...digests.values()].flatMap((body) =>
    (JSON.parse(body) as WebhookBody).data.buyers.flatMap(({ signals }) =>
      signals.map(({ bridgeId, rowId }) => `${bridgeId}#${rowId}`),
    ),
  );
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`signals that came in two digests: ${twice.join(', ')}`);
  return ids.sort();
}
