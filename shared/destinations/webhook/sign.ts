import { createHmac, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto';
import { UnusableSecretError } from '../destination-errors.ts';

export interface Signable {
  /** The `webhook-id`, the same for every attempt; without a dot. */
  readonly id: string;
  /** Unix time of this attempt, in whole seconds. */
  readonly timestamp: number;
  readonly body: string;
}

/** Signs one message with one key: `v1,…` or `v1a,…`. */
export type Signer = (message: Signable) => string;

/**
 * The signers of a signing secret: a key, or several with spaces between them while one replaces another.
 * `whsec_` + base64 of 24 to 64 bytes signs with HMAC-SHA256 (v1), `whsk_` + base64 of an Ed25519 seed and its
 * public key with v1a (Standard Webhooks 1.0.0). Throws `UnusableSecretError`, which names `field`.
 */
export function createSigners(secret: string, field: string): Signer[] {
  const keys = secret.split(/\s+/).filter((key) => key !== '');
  if (keys.length === 0)
    throw unusable(field, 'it is empty', 'put a key there that begins with whsec_ or whsk_');
  return keys.map((key) => createSigner(key, field));
}

/** The value of `webhook-signature`: one signature for each key, with spaces between them. */
export function signMessage(signers: readonly Signer[], message: Signable): string {
  return signers.map((signer) => signer(message)).join(' ');
}

function createSigner(key: string, field: string): Signer {
  if (key.startsWith('whsec_')) return hmacSigner(decodeKey(key.slice(6), field), field);
  if (key.startsWith('whsk_')) return ed25519Signer(decodeKey(key.slice(5), field), field);
  if (key.startsWith('whpk_')) {
    throw unusable(field, 'it holds a public key (whpk_)', 'put the private key (whsk_) there');
  }
  throw unusable(field, 'a key in it has no known prefix', 'begin it with whsec_ (HMAC) or whsk_ (Ed25519)');
}

function hmacSigner(key: Buffer, field: string): Signer {
  if (key.length < 24 || key.length > 64) {
    throw unusable(field, `its whsec_ key has ${key.length} bytes`, 'use 24 to 64 random bytes in base64');
  }
  return (message) => `v1,${createHmac('sha256', key).update(signedText(message)).digest('base64')}`;
}

/** What comes before the 32 bytes of a seed in the PKCS #8 form of an Ed25519 key (RFC 8410, 7). */
const pkcs8Head = Buffer.from('302e020100300506032b657004220420', 'hex');

function ed25519Signer(bytes: Buffer, field: string): Signer {
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
  if (!publicBytes(privateKey).equals(bytes.subarray(32))) {
    throw unusable(
      field,
      'the two halves of its whsk_ key do not belong together',
      'copy the whole key again',
    );
  }
  return (message) => `v1a,${sign(null, Buffer.from(signedText(message)), privateKey).toString('base64')}`;
}

function publicBytes(privateKey: KeyObject): Buffer {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url');
}

const signedText = ({ id, timestamp, body }: Signable) => `${id}.${timestamp}.${body}`;

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
