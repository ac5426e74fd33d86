import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../../support/destinations/receiver.ts';
import type { Scene } from '../support/scene.ts';
import { step, waitUntil } from '../support/story.ts';
import { addSignal } from '../support/upstream.ts';

/** New signals on their way through all functions, by the schedules alone. */
export async function letSignalsArrive(scene: Scene): Promise<void> {
  const buyers = scene.buyers.slice(0, 2);
  const added = await Promise.all(buyers.map((buyerId) => addSignal(scene.upstream, buyerId)));
  await step('new signals arrive by the schedules alone, signed, each once', () =>
    // Two rates of a minute, one after the other, and the way through two queues.
    waitUntil(() => missing(scene, added).length === 0, {
      seconds: 420,
      state: () => `${missing(scene, added).length} of ${added.length} signals have not arrived`,
    }),
  );
}

/** Those of the signals that no digest at the webhook has. */
export function missing({ destination, signingSecret }: Scene, wanted: readonly string[]): string[] {
  const there = new Set(signalsOf(digestsOf(destination.taken, signingSecret)));
  return wanted.filter((id) => !there.has(id));
}

interface WebhookBody {
  readonly type: string;
  readonly data: {
    readonly buyers: readonly {
      readonly signals: readonly { readonly bridgeId: string; readonly rowId: string }[];
    }[];
  };
}

/** Each signature is checked once: it holds for five minutes, and chapters come later than that. */
const verified = new WeakSet<ReceivedRequest>();

/**
 * The digests that came in, by their ids. Throws when a signature doesn't hold, something is no digest, or an id came
 * with two bodies.
 */
function digestsOf(requests: readonly ReceivedRequest[], signingSecret: string): ReadonlyMap<string, string> {
  const webhook = new Webhook(signingSecret);
  const digests = new Map<string, string>();
  for (const request of requests) {
    const { body, headers } = request;
    if (!verified.has(request)) webhook.verify(body, headers as Record<string, string>);
    verified.add(request);
    const { type } = JSON.parse(body) as WebhookBody;
    if (type !== 'digest.created') throw new Error(`received something of the type ${type}`);
    const id = String(headers['webhook-id']);
    if ((digests.get(id) ?? body) !== body) throw new Error(`the digest ${id} came with two bodies`);
    digests.set(id, body);
  }
  return digests;
}

/** The ids of the signals in all digests, sorted. Throws when a signal is in two of them. */
function signalsOf(digests: ReadonlyMap<string, string>): string[] {
  const ids = [...digests.values()].flatMap((body) =>
    (JSON.parse(body) as WebhookBody).data.buyers.flatMap(({ signals }) =>
      signals.map(({ bridgeId, rowId }) => `${bridgeId}#${rowId}`),
    ),
  );
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`signals that came in two digests: ${twice.join(', ')}`);
  return ids.sort();
}
