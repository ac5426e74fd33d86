import type { OutgoingDigest } from '../shared/domain/digests/delivery.ts';
import type { DestinationSettings, SecretReference } from '../shared/domain/routes/route.ts';
import { destinationOf } from './destinations.ts';
import type { SecretValues } from './send/destination.ts';
import { DestinationRefusedError, UnusableSecretError } from './send/destination-errors.ts';
import type { PostRequest } from './send/http-post.ts';

type Prepared = Omit<PostRequest, 'timeoutMs' | 'permitLocal'>;

const json = { 'content-type': 'application/json' };
const userAgent = { 'user-agent': 'signalpost' };

export function secretNamesOf(to: DestinationSettings): string[] {
  const needed = destinationOf(to).secretsOf(to);
  return [...new Set(needed.map(({ secret }) => secret))];
}

/** Prepares one attempt. `timestamp` is Unix time in seconds. Throws `UnusableSecretError` or `DestinationRefusedError`. */
export function prepareRequest(message: OutgoingDigest, secrets: SecretValues, timestamp: number): Prepared {
  const { digestId, to, method } = message;
  const destination = destinationOf(to);
  const body = destination.writeBody?.(message, to) ?? message.body;
  const own = destination.headersFor({ digestId, body }, to, secrets, timestamp);
  const url = readUrl(destination.addressOf(to, method), secrets);
  return { url, body, headers: { ...json, ...userAgent, ...own } };
}

/** Prepares the request of a probe. Throws as `prepareRequest` does. */
export function prepareProbe(to: DestinationSettings, secrets: SecretValues): Prepared {
  const { addressOf, probe } = destinationOf(to);
  const { method, body, headers: own, url = addressOf(to) } = probe.requestFor(to, secrets);
  const headers = { ...(body === '' ? {} : json), ...userAgent, ...own };
  return { method, body, headers, url: readUrl(url, secrets) };
}

function readUrl(address: string | SecretReference, secrets: SecretValues): URL {
  const isPlain = typeof address === 'string';
  const url = URL.parse(isPlain ? address : (secrets.get(address.secret) ?? ''));
  if (url !== null) return url;
  const fix = 'complete one, such as https://host/path';
  if (isPlain) throw new DestinationRefusedError(`the route's to.url is not a valid URL; write a ${fix}`);
  throw new UnusableSecretError(`secret ${address.secret} is not a valid URL; set a ${fix}`);
}
