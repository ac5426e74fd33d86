import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { signMessage } from '../../../../message/webhook/sign.ts';

// The known answer that the Standard Webhooks project publishes for every library.
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const timestamp = 1_614_265_330;
const body = '{"test": 2432232314}';
const hmacKey = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const hmacSignature = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
const otherKey = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const sign = (secret: string) => signMessage(secret, 'secret KEY', { id, timestamp, body });
const base64 = (bytes: number) => Buffer.alloc(bytes, 7).toString('base64');

describe('signing as Standard Webhooks', () => {
  it('gives the known answer', () => {
    expect(sign(hmacKey)).toBe(hmacSignature);
  });

  it('signs with each of several keys, so that one can replace another', () => {
    expect(sign(` ${hmacKey}  ${otherKey}\n`)).toBe(`${hmacSignature} ${sign(otherKey)}`);
  });

  it.each([24, 64])('makes what the official library makes with a key of %i bytes', (bytes) => {
    const key = `whsec_${base64(bytes)}`;

    expect(sign(key)).toBe(new Webhook(key).sign(id, new Date(timestamp * 1_000), body));
  });

  it.each([
    ['nothing', '  ', 'it is empty'],
    ['no prefix', base64(32), 'another prefix'],
    ['an Ed25519 key', `whsk_${base64(64)}`, 'another prefix'],
    ['an HMAC key of 23 bytes', `whsec_${base64(23)}`, '23 bytes'],
    ['an HMAC key of 65 bytes', `whsec_${base64(65)}`, '65 bytes'],
    ['base64 without its padding', `whsec_${base64(32).replaceAll('=', '')}`, 'not base64'],
    ['base64 of the URL alphabet', `whsec_${'-_'.repeat(16)}`, 'not base64'],
    ['base64 with bits left over', `whsec_${'A'.repeat(42)}B=`, 'not base64'],
    ['nothing after the prefix', 'whsec_', 'not base64'],
    ['a bad key beside a good one', `${hmacKey} whsec_short`, 'not base64'],
  ])('refuses %s, naming the field and the fix but never the key', (_, secret, found) => {
    expect(() => sign(secret)).toThrow(expect.objectContaining({ code: 'UNUSABLE_SECRET' }));
    expect(() => sign(secret)).toThrow(new RegExp(`^secret KEY can't sign: .*${found}.*; [a-z]`));
    for (const key of secret.split(' ').filter((one) => one.length > 8)) {
      expect(() => sign(secret)).not.toThrow(key.slice(6));
    }
  });
});
