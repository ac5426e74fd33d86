import { createHandler as composeDigests } from '../../../functions/compose-digests/handler.ts';
import { createHandler as deliverDigest } from '../../../functions/deliver-digest/handler.ts';
import { createHandler as fetchSummaries } from '../../../functions/fetch-summaries/handler.ts';
import { createHandler as planPolls } from '../../../functions/plan-polls/handler.ts';
import { createHandler as pollSignals } from '../../../functions/poll-signals/handler.ts';
import { createHandler as tellAlarm } from '../../../functions/tell-alarm/handler.ts';
import type { FunctionName, QueueName } from '../../../functions/wiring.ts';
import type { SignalpostConfig } from '../../../shared/config/signalpost-config.ts';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';
import { createSender } from '../../../shared/destinations/sender.ts';
import type { Observe } from '../../../shared/domain/observation.ts';
import type { Ledger } from '../../../shared/ledger/ledger.ts';
import { configuredBridgeApi } from '../../../shared/runtime/configured-bridge-api.ts';
import type { Invocation } from '../../../shared/runtime/invocation.ts';
import type { Queue } from '../../../shared/runtime/queue.ts';
import type { Secrets } from '../../../shared/runtime/secrets.ts';
import { systemClock, systemRandom } from '../../../shared/runtime/system.ts';

export type LocalHandler = (event: unknown, invocation: Invocation) => Promise<unknown>;

export interface LocalPorts {
  readonly config: SignalpostConfig;
  readonly secrets: Secrets;
  readonly observe: Observe;
  readonly ledger: Ledger;
  readonly queue: (name: QueueName) => Queue<unknown>;
  /** Makes the ledger up to now survive a power cut. */
  readonly flush: () => void;
}

/** The deployed functions' own handlers, over this machine's ports. */
export function createHandlers(ports: LocalPorts): Readonly<Record<FunctionName, LocalHandler>> {
  const { config, secrets, observe, ledger, queue, flush } = ports;
  const common = { config, clock: systemClock, random: systemRandom, observe, ledger };
  const api = configuredBridgeApi(config, { secrets, observe, ledger });
  const post = createHttpPost();
  const sender = createSender({
    post: (request) => {
      // What a receiver knows no power cut may take back: the same signals would come again under other ids.
      flush();
      return post(request);
    },
    secret: secrets.get,
    clock: systemClock,
    permitLocal: config.local,
  });
  return {
    'plan-polls': planPolls({ ...common, api, pollQueue: queue('poll') }),
    'poll-signals': pollSignals({ ...common, api, summaryQueue: queue('summary') }),
    'fetch-summaries': fetchSummaries({ ...common, api }),
    'compose-digests': composeDigests({
      ...common,
      deliveryQueue: queue('delivery'),
      summaryQueue: queue('summary'),
    }),
    'deliver-digest': deliverDigest({ ...common, sender }),
    'tell-alarm': tellAlarm({ config, observe, sender, stage: 'this machine' }),
  };
}
