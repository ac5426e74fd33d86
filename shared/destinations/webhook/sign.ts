import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
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
 * between them while one replaces another. `whsec_` + base64 of 24 to 64 bytes signs with HMAC-SHA256 (v1), `whsk_` + base64
 * of an Ed25519 seed and its public key with v1a (Standard Webhooks 1.0.0). Throws `UnusableSecretError`, which names `field`.
 */
export function signMessage(secret: string, field: string, { id, timestamp, body }: Signable): string {
  const keys = secret.split(/\s+/).filter((key) => key !== '');
  if (keys.length === 0)
    throw unusable(field, 'it is empty', 'put a key there that begins with whsec_ or whsk_');
  return keys.map((key) => signText(`${id}.${timestamp}.${body}`, key, field)).join(' ');
}

function signText(text: string, key: string, field: string): string {
  if (key.startsWith('whsec_')) {
    const bytes = readHmacKey(decodeKey(key.slice(6), field), field);
    return `v1,${createHmac('sha256', bytes).update(text).digest('base64')}`;
  }
  if (key.startsWith('whsk_')) {
    const privateKey = readEd25519Key(decodeKey(key.slice(5), field), field);
    return `v1a,${sign(null, Buffer.from(text), privateKey).toString('base64')}`;
  }
  if (key.startsWith('whpk_')) {
    throw unusable(field, 'it holds a public key (whpk_)', 'put the private key (whsk_) there');
  }
  throw unusable(field, 'a key in it has no known prefix', 'begin it with whsec_ (HMAC) or whsk_ (Ed25519)');
}

function readHmacKey(key: Buffer, field: string): Buffer {
  if (key.length >= 24 && key.length <= 64) return key;
  throw unusable(field, `its whsec_ key has ${key.length} bytes`, 'use 24 to 64 random bytes in base64');
}

/** What comes before the 32 bytes of a seed in the PKCS #8 form of an Ed25519 key (RFC 8410, 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

function readEd25519Key(bytes: Buffer, field: string): KeyObject {
  if (bytes.length !== 64) {
    throw unusable(
      field,
      `its whsk_ key has ${bytes.length} bytes`,
      'use the 32-byte seed and the 32-byte public key',
    );
  }
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Head, bytes.subarray(0, 32)]),
    format: 'der',
    type: 'pkcs8',
  });
  // A receiver that was given the second half would find every signature wrong.
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  if (!Buffer.from(x, 'base64url').equals(bytes.subarray(32))) {
    throw unusable(
      field,
      'the two halves of its whsk_ key do not belong together',
      'copy the whole key again',
    );
  }
  return privateKey;
}

/** Node takes anything for base64 and drops what it does not know: a mistyped key would sign, wrongly. */
function decodeKey(text: string, field: string): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (text === '' || bytes.toString('base64') !== text) {
    throw unusable(field, 'what follows its prefix is not base64', 'copy the key again, with its padding');
  }
  return bytes;
}

function unusable(field: string, found: string, fix: string): UnusableSecretError {
  return new UnusableSecretError(`${field} can't sign: ${found}; ${fix}`);
}
