import { createHmac } from 'node:crypto';
import { UnusableSecretError } from '../destination-errors.ts';

export interface Signable {
  /** The `webhook-id`, the same for every attempt; without a dot. */
  readonly id: string;
  /** Unix time of this attempt, in whole seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * The value of `webhook-signature`: one signature for each key of the signing secret, which has several with spaces
 * between them while one replaces another. A key is `whsec_` and base64 of 24 to 64 bytes, and signs with HMAC-SHA256
 * (Standard Webhooks 1.0.0, v1). Throws `UnusableSecretError`, which names `field`.
 */
export function signMessage(secret: string, field: string, { id, timestamp, body }: Signable): string {
  const sign = (key: Buffer) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return readKeys(secret, field)
    .map((key) => `v1,${sign(key)}`)
    .join(' ');
}

/** The keys of a signing secret, one at least. Throws `UnusableSecretError`, which names `field`. */
export function readKeys(secret: string, field: string): Buffer[] {
  const keys = secret.split(/\s+/).filter((key) => key !== '');
  if (keys.length === 0) throw unusable(field, 'it is empty', 'put a key there that begins with whsec_');
  return keys.map((key) => readKey(key, field));
}

const prefix = 'whsec_';

function readKey(key: string, field: string): Buffer {
  if (!key.startsWith(prefix)) {
    throw unusable(field, 'a key in it has another prefix', `begin it with ${prefix} (HMAC)`);
  }
  const text = key.slice(prefix.length);
  const bytes = Buffer.from(text, 'base64');
  // Node takes anything for base64 and drops what it does not know: a mistyped key would sign, wrongly.
  if (text === '' || bytes.toString('base64') !== text) {
    throw unusable(field, 'what follows its prefix is not base64', 'copy the key again, with its padding');
  }
  if (bytes.length >= 24 && bytes.length <= 64) return bytes;
  throw unusable(field, `its key has ${bytes.length} bytes`, 'use 24 to 64 random bytes in base64');
}

function unusable(field: string, found: string, fix: string): UnusableSecretError {
  return new UnusableSecretError(`${field} can't sign: ${found}; ${fix}`);
}
