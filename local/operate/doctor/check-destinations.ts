import { decideOutcome, isHtml } from '../../../shared/destinations/decide-outcome.ts';
import {
  DeliveryTransportError,
  DestinationRefusedError,
} from '../../../shared/destinations/destination-errors.ts';
import type { HttpPost, PostAnswer } from '../../../shared/destinations/http-post.ts';
import { secretNamesOf } from '../../../shared/destinations/prepare-request.ts';
import type { DestinationSettings, SecretReference } from '../../../shared/domain/routes/route.ts';
import { type Check, type Finding, failed, ok, warning } from './check.ts';
import { type KnownSecrets, secretCheck } from './check-secrets.ts';

export interface DestinationCheckOptions {
  /** The request of a delivery: the same rules on addresses, no redirects. */
  readonly post: HttpPost;
  readonly known: KnownSecrets;
  readonly permitLocal: boolean;
  /** What mends a secret, by its name. */
  readonly mendSecret: (name: string) => string;
}

/** One harmless request to each: it shows that the destination lives, and no reader sees anything of it. */
export function checkDestinations(
  destinations: readonly { readonly name: string; readonly to: DestinationSettings }[],
  options: DestinationCheckOptions,
): Check[] {
  return destinations.map(({ name, to }) => ({
    name,
    needs: secretNamesOf(to).map(secretCheck),
    async run() {
      try {
        return to.type === 'slack'
          ? judgeSlack(await askSlack(to.webhookUrl, options), options.mendSecret(to.webhookUrl.secret))
          : judgeWebhook(await askWebhook(to.url, options));
      } catch (error) {
        if (error instanceof DestinationRefusedError) return failed(error.message, mendAddress(to, options));
        if (error instanceof DeliveryTransportError)
          return failed(`can't be reached: ${error.message}`, mendAddress(to, options));
        throw error;
      }
    },
  }));
}

const timeoutMs = 15_000;
const userAgent = { 'user-agent': 'signalpost' };

/** A message without a text: Slack can't post it, and refuses it as `no_text` only where the webhook is alive. */
function askSlack({ secret }: SecretReference, options: DestinationCheckOptions): Promise<PostAnswer> {
  return options.post({
    url: new URL(options.known.get(secret) ?? ''),
    headers: { ...userAgent, 'content-type': 'application/json' },
    body: '{"text":""}',
    timeoutMs,
    permitLocal: options.permitLocal,
  });
}

/** OPTIONS asks what could be asked: a receiver has nothing to do for it, whatever it answers. */
function askWebhook(url: string | SecretReference, options: DestinationCheckOptions): Promise<PostAnswer> {
  return options.post({
    method: 'OPTIONS',
    url: new URL(typeof url === 'string' ? url : (options.known.get(url.secret) ?? '')),
    headers: userAgent,
    body: '',
    timeoutMs,
    permitLocal: options.permitLocal,
  });
}

function judgeSlack(answer: PostAnswer, mendSecret: string): Finding {
  const { outcome, reason, formRefused } = decideOutcome('slack', answer, 0);
  if (formRefused) return ok('the Slack channel takes messages (nothing was posted)');
  // Not Slack itself, which takes no message without a text: what stands in for it on one machine.
  if (outcome === 'delivered') return ok('what stands in for Slack answers');
  if (outcome === 'gone') {
    return failed(`Slack says that this webhook is gone (${reason})`, `make a new one, then: ${mendSecret}`);
  }
  return failed(`Slack ${reason}`, 'run this again later; if it stays so, make a new webhook');
}

function judgeWebhook({ status, body }: PostAnswer): Finding {
  if (status === 410)
    return failed('it wants no digests any more (410)', 'ask its owner, or take the route out');
  if (status >= 300 && status < 400)
    return failed(`it redirects (${status}), which no digest follows`, 'write the final address as to.url');
  if (status < 300 && isHtml(body))
    return warning(
      `it answered OPTIONS with an HTML page (${status})`,
      "check that to.url is a receiver's address and not a web page's",
    );
  return ok(`the webhook is reachable (it answered ${status} to OPTIONS; no digest was sent)`);
}

function mendAddress(to: DestinationSettings, options: DestinationCheckOptions): string {
  const url = to.type === 'slack' ? to.webhookUrl : to.url;
  return typeof url === 'string'
    ? 'check to.url of the route, and the network'
    : `check the network, or give another address: ${options.mendSecret(url.secret)}`;
}
