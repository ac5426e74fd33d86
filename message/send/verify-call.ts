import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';

export interface SignedCall {
  /** Headers are asked for in lower case; an absent one is empty. */
  readonly header: (name: string) => string;
  /** The body is asked for once the headers have the right form. */
  readonly body: () => Buffer;
}

/** Reads an event's `whpk_` key: its base64 is 32 bytes, or an SPKI structure that ends in them. */
export function readPublicKey(key: string): KeyObject {
  const x = Buffer.from(key.slice(-44), 'base64').toString('base64url');
  return createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } });
}

/** Returns the id of a call that a key signed as Standard Webhooks 1.0.0 (v1: HMAC-SHA256, v1a: Ed25519); else null. */
export function verifyEvent({ header, body }: SignedCall, keys: readonly Buffer[], publicKeys: KeyObject[]) {
  const id = header('webhook-id');
  const given = header('webhook-signature').split(' ');
  // Each kind of key has two, as in a rotation: each more would let a stranger's call take longer.
  const v1 = given.filter((one) => /^v1,[\x21-\x7e]{44}$/.test(one)).slice(0, 2);
  const v1a = given.filter((one) => /^v1a,[\x21-\x7e]{88}$/.test(one)).slice(0, 2);
  // A dot in the id would let the same text be signed for another id and time.
  if (!/^[^.\s]{1,256}$/.test(id) || v1.length + v1a.length === 0) return null;
  const text = Buffer.concat([Buffer.from(`${id}.${header('webhook-timestamp')}.`), body()]);
  const made = keys.map((key) =>
    Buffer.from(`v1,${createHmac('sha256', key).update(text).digest('base64')}`),
  );
  const isSigned =
    v1.some((one) => made.some((own) => timingSafeEqual(Buffer.from(one), own))) ||
    v1a.some((one) => publicKeys.some((key) => verify(null, text, key, Buffer.from(one.slice(4), 'base64'))));
  return isSigned ? id : null;
}

/**
 * Returns the signature of a call that a key signed as Slack does ("Verifying requests from Slack"), which is its id;
 * else null.
 */
export function verifySlack({ header, body }: SignedCall, keys: readonly Buffer[]) {
  const given = header('x-slack-signature');
  if (!/^v0=[\da-f]{64}$/.test(given)) return null;
  const text = Buffer.concat([Buffer.from(`v0:${header('x-slack-request-timestamp')}:`), body()]);
  const made = keys.map((key) => Buffer.from(`v0=${createHmac('sha256', key).update(text).digest('hex')}`));
  return made.some((own) => timingSafeEqual(Buffer.from(given), own)) ? given : null;
}
