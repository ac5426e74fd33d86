import type { FunctionPorts } from '../../functions/function-ports.ts';
import { createHandlers, type Handlers } from '../../functions/handlers.ts';
import { createHttpPost } from '../../shared/destinations/http-post.ts';
import { createSender } from '../../shared/destinations/sender.ts';
import { configuredBridgeApi } from '../../shared/runtime/configured-bridge-api.ts';
import type { Secrets } from '../../shared/runtime/secrets.ts';
import { systemClock, systemRandom } from '../../shared/runtime/system.ts';

export interface LocalPorts extends Pick<FunctionPorts, 'config' | 'observe' | 'ledger' | 'queue'> {
  readonly secrets: Secrets;
  /** Makes all writes to the ledger so far survive a power cut. */
  readonly flush: () => void;
}

/** The deployed functions' own handlers, over this machine's ports. */
export function createLocalHandlers({ secrets, flush, ...given }: LocalPorts): Handlers {
  const ports = { ...given, clock: systemClock, random: systemRandom };
  const post = createHttpPost();
  return createHandlers({
    ...ports,
    api: configuredBridgeApi(ports.config, { ...ports, secrets }),
    sender: createSender({
      clock: systemClock,
      secret: secrets.get,
      permitLocal: ports.config.local,
      post: (request) => {
        // A power cut must not undo what a receiver has seen: it would get the same signals again under new ids.
        flush();
        return post(request);
      },
    }),
    stage: 'this machine',
  });
}
