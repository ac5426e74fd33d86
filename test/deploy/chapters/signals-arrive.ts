import { Webhook } from 'standardwebhooks';
import type { ReceivedRequest } from '../../support/destinations/receiver.ts';
import { routeId, type Scene } from '../scene.ts';
import { invokeBySignalpost } from '../signalpost.ts';
import { step, waitUntil } from '../story.ts';
import { addSignal } from '../upstream.ts';

/** New signals on their way through all functions: first as a person invokes them, then by the schedules alone. */
export async function letSignalsArrive(scene: Scene): Promise<void> {
  const [first = '', second = '', third = ''] = scene.buyers;
  const added = await Promise.all([first, second].map((buyerId) => addSignal(scene.upstream, buyerId)));
  await step(
    'signalpost invoke plan-polls and compose-digests: new signals arrive, signed, each once',
    async () => {
      await invokeBySignalpost(scene, 'plan-polls', {});
      await waitUntil(
        async () => {
          await invokeBySignalpost(scene, 'compose-digests', { routeId });
          return missing(scene, added).length === 0;
        },
        { seconds: 180, state: () => stateOf(scene, added) },
      );
    },
  );
  await step('a new signal arrives by the schedules alone', async () => {
    const one = [await addSignal(scene.upstream, third)];
    // Two rates of a minute, one after the other, and the way through two queues.
    await waitUntil(() => missing(scene, one).length === 0, {
      seconds: 420,
      state: () => stateOf(scene, one),
    });
  });
}

function missing({ destination, signingSecret }: Scene, wanted: readonly string[]): string[] {
  const there = new Set(signalsOf(digestsOf(destination.taken, signingSecret)));
  return wanted.filter((id) => !there.has(id));
}

const stateOf = (scene: Scene, wanted: readonly string[]) =>
  `${missing(scene, wanted).length} of ${wanted.length} signals have not arrived`;

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
function digestsOf(requests: readonly ReceivedRequest[], signingSecret: string): ReadonlyMap<string, string> {
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
