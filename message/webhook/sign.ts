import { createHmac } from 'node:crypto';
import { UnusableSecretError } from '../send/destination-errors.ts';

export interface Signable {
  /** The `webhook-id`, the same for every attempt; without a dot. */
  readonly id: string;
  /** Unix time of this attempt, in whole seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/**
 * Writes `webhook-signature`: one signature for each key of the signing secret, which has several with spaces between
 * them while one replaces another. A key is `whsec_` and base64 of 24 to 64 bytes, and signs with HMAC-SHA256 (Standard
 * Webhooks 1.0.0, v1). Throws `UnusableSecretError`, which names `field`.
 */
export function signMessage(secret: string, field: string, { id, timestamp, body }: Signable): string {
  const sign = (key: Buffer) =>
    createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return readKeys(secret, field)
    .map((key) => `v1,${sign(key)}`)
    .join(' ');
}

/** Reads the keys of a signing secret, one at least. Throws `UnusableSecretError`, which names `field`. */
export function readKeys(secret: string, field: string): Buffer[] {
  const problem = findKeyProblem(secret);
  if (problem !== null) throw new UnusableSecretError(`${field} can't sign: ${problem}`);
  return keysIn(secret).map((key) => Buffer.from(key.slice(prefix.length), 'base64'));
}

/** Says why a secret can't sign, with the fix; null if it can. */
export function findKeyProblem(secret: string): string | null {
  const keys = keysIn(secret);
  if (keys.length === 0) return 'it is empty; put a key there that begins with whsec_';
  for (const key of keys) {
    if (!key.startsWith(prefix)) return `a key in it has another prefix; begin it with ${prefix} (HMAC)`;
    const text = key.slice(prefix.length);
    const bytes = Buffer.from(text, 'base64');
    // Node takes anything for base64 and drops what it does not know: a mistyped key would sign, wrongly.
    if (text === '' || bytes.toString('base64') !== text) {
      return 'what follows its prefix is not base64; copy the key again, with its padding';
    }
    if (bytes.length < 24 || bytes.length > 64) {
      return `its key has ${bytes.length} bytes; use 24 to 64 random bytes in base64`;
    }
  }
  return null;
}

const prefix = 'whsec_';
const keysIn = (secret: string): string[] => secret.split(/\s+/).filter((key) => key !== '');
