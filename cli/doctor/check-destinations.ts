import {
  DeliveryTransportError,
  DestinationRefusedError,
} from '../../shared/destinations/destination-errors.ts';
import { destinationOf } from '../../shared/destinations/destinations.ts';
import type { HttpPost } from '../../shared/destinations/http-post.ts';
import { prepareProbe, secretNamesOf } from '../../shared/destinations/prepare-request.ts';
import type { DestinationSettings } from '../../shared/domain/routes/route.ts';
import { type Check, failed } from './check.ts';
import { type KnownSecrets, secretCheck } from './check-secrets.ts';

export interface DestinationCheckOptions {
  /** Sends as a delivery does: with the same rules on addresses, and no redirects. */
  readonly post: HttpPost;
  readonly known: KnownSecrets;
  readonly permitLocal: boolean;
  /** How to set a secret, by its name. */
  readonly fixSecret: (name: string) => string;
}

/** One harmless request to each: it shows that the destination answers, and readers see nothing. */
export function checkDestinations(
  destinations: readonly { readonly name: string; readonly to: DestinationSettings }[],
  options: DestinationCheckOptions,
): Check[] {
  return destinations.map(({ name, to }) => ({
    name,
    needs: secretNamesOf(to).map(secretCheck),
    async run() {
      try {
        const { post, known, permitLocal, fixSecret } = options;
        const answer = await post({ ...prepareProbe(to, known), timeoutMs, permitLocal });
        return destinationOf(to).probe.judge(to, answer, fixSecret);
      } catch (error) {
        if (error instanceof DestinationRefusedError) return failed(error.message, fixAddress(to, options));
        if (error instanceof DeliveryTransportError)
          return failed(`can't be reached: ${error.message}`, fixAddress(to, options));
        throw error;
      }
    },
  }));
}

const timeoutMs = 15_000;

function fixAddress(to: DestinationSettings, options: DestinationCheckOptions): string {
  const url = destinationOf(to).addressOf(to);
  return typeof url === 'string'
    ? 'check to.url of the route, and the network'
    : `check the network, or set another address: ${options.fixSecret(url.secret)}`;
}
