import type { OutgoingDigest } from '../domain/digests/delivery.ts';
import type { DestinationSettings, SecretReference } from '../domain/routes/route.ts';
import { DestinationRefusedError, UnusableSecretError } from './destination-errors.ts';
import { createSigners, signMessage } from './webhook/sign.ts';

/** Secrets by their names, without the white space that a file or a paste leaves around them. */
export type SecretValues = ReadonlyMap<string, string>;

export interface PreparedRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** The names of the secrets that a destination needs, each once. */
export function secretNamesOf(to: DestinationSettings): string[] {
  const references: (SecretReference | string)[] =
    to.type === 'slack' ? [to.webhookUrl] : [to.url, to.signingSecret];
  return [...new Set(references.flatMap((one) => (typeof one === 'string' ? [] : [one.secret])))];
}

/**
 * Where to post and under which headers; the body is the frozen bytes as they are. `timestamp` is that of this
 * attempt, Unix time in seconds. Throws `UnusableSecretError` or `DestinationRefusedError`.
 */
export function prepareRequest(
  { digestId, body, to }: OutgoingDigest,
  secrets: SecretValues,
  timestamp: number,
): PreparedRequest {
  const common = { 'content-type': 'application/json', 'user-agent': 'signalpost' };
  if (to.type === 'slack') return { url: secretUrl(to.webhookUrl, secrets), headers: common };
  const signers = createSigners(
    secrets.get(to.signingSecret.secret) ?? '',
    `secret ${to.signingSecret.secret}`,
  );
  return {
    url: typeof to.url === 'string' ? configuredUrl(to.url) : secretUrl(to.url, secrets),
    headers: {
      ...common,
      'webhook-id': digestId,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signMessage(signers, { id: digestId, timestamp, body }),
    },
  };
}

function configuredUrl(text: string): URL {
  const url = URL.parse(text);
  if (url !== null) return url;
  throw new DestinationRefusedError(
    "the route's to.url is no address; write a whole one, as https://host/path",
  );
}

function secretUrl({ secret }: SecretReference, secrets: SecretValues): URL {
  const url = URL.parse(secrets.get(secret) ?? '');
  if (url !== null) return url;
  throw new UnusableSecretError(
    `secret ${secret} is no address; put a whole one there, as https://host/path`,
  );
}
