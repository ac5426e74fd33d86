import type { OutgoingDigest } from '../domain/digests/delivery.ts';
import type { DestinationSettings, SecretReference } from '../domain/routes/route.ts';
import type { SecretValues } from './destination.ts';
import { DestinationRefusedError, UnusableSecretError } from './destination-errors.ts';
import { destinationOf } from './destinations.ts';
import type { PostRequest } from './http-post.ts';

type Prepared = Omit<PostRequest, 'timeoutMs' | 'permitLocal'>;

const json = { 'content-type': 'application/json' };
const userAgent = { 'user-agent': 'signalpost' };

/** The names of the secrets that a destination needs, each once. */
export function secretNamesOf(to: DestinationSettings): string[] {
  const needed = destinationOf(to).secretsOf(to);
  return [...new Set(needed.map(({ secret }) => secret))];
}

/**
 * Where to post, what, and under which headers. `timestamp` is that of this attempt, Unix time in seconds. Throws
 * `UnusableSecretError` or `DestinationRefusedError`.
 */
export function prepareRequest(message: OutgoingDigest, secrets: SecretValues, timestamp: number): Prepared {
  const { digestId, to } = message;
  const destination = destinationOf(to);
  const body = destination.writeBody?.(message, to) ?? message.body;
  const own = destination.headersFor({ digestId, body }, to, secrets, timestamp);
  return { url: urlOf(to, secrets), body, headers: { ...json, ...userAgent, ...own } };
}

/** The request of its probe. Throws as `prepareRequest` does. */
export function prepareProbe(to: DestinationSettings, secrets: SecretValues): Prepared {
  const { method, body, headers: own, url } = destinationOf(to).probe.requestFor(to, secrets);
  const headers = { ...(body === '' ? {} : json), ...userAgent, ...own };
  return { method, body, headers, url: url === undefined ? urlOf(to, secrets) : configuredUrl(url) };
}

function urlOf(to: DestinationSettings, secrets: SecretValues): URL {
  const address = destinationOf(to).addressOf(to);
  return typeof address === 'string' ? configuredUrl(address) : secretUrl(address, secrets);
}

function configuredUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null) return url;
  throw new DestinationRefusedError(
    "the route's to.url is not a valid URL; write a complete one, such as https://host/path",
  );
}

function secretUrl({ secret }: SecretReference, secrets: SecretValues): URL {
  const url = URL.parse(secrets.get(secret) ?? '');
  if (url !== null) return url;
  throw new UnusableSecretError(
    `secret ${secret} is not a valid URL; set a complete one, such as https://host/path`,
  );
}
