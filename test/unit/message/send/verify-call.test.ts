import { generateKeyPairSync, sign } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { readPublicKey, verifyEvent, verifySlack } from '../../../../message/send/verify-call.ts';
import { readKeys } from '../../../../message/webhook/sign.ts';

const callOf = (headers: Readonly<Record<string, string>>, body: string | Buffer) => ({
  header: (name: string) => headers[name] ?? '',
  body: () => Buffer.from(body),
});

// The known answers that the Standard Webhooks project publishes for every library.
const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const time = '1614265330';
const body = '{"test": 2432232314}';
const shared = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const v1 = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';
// The second half of the published private key is its public key.
const pair = Buffer.from(
  '6Xb/dCcHpPea21PS1N9VY/NZW723CEc77N4rJCubMbfVKIDij2HKpMKkioLlX0dRqSKJp4AJ6p9lMicMFs6Kvg==',
  'base64',
);
const raw = `whpk_${pair.subarray(32).toString('base64')}`;
const v1a = 'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg==';
const otherV1 = `v1,${Buffer.alloc(32, 9).toString('base64')}`;
const otherV1a = `v1a,${Buffer.alloc(64, 9).toString('base64')}`;

interface Given {
  readonly signature: string;
  readonly keys?: string;
  readonly publicKeys?: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: string | Buffer;
}

function verify({ signature, keys = shared, publicKeys = [raw], headers = {}, sent = body }: Given) {
  const all = {
    'webhook-id': id,
    'webhook-timestamp': time,
    'webhook-signature': signature,
    ...headers,
  };
  const secrets = keys === '' ? [] : readKeys(keys, 'KEY');
  return verifyEvent(callOf(all, sent), secrets, publicKeys.map(readPublicKey));
}

describe('an event that is signed as Standard Webhooks', () => {
  it.each<[string, Given]>([
    ['the known answer of HMAC-SHA256', { signature: v1 }],
    ['the known answer of Ed25519', { signature: v1a }],
    ['an Ed25519 key alone', { signature: v1a, keys: '' }],
    ['a shared key alone', { signature: v1, publicKeys: [] }],
    ['the second of two shared keys', { signature: v1, keys: `whsec_${'A'.repeat(32)} ${shared}` }],
    ['the second of two public keys', { signature: v1a, publicKeys: [`whpk_${'A'.repeat(43)}=`, raw] }],
    ['the second of two signatures', { signature: `${otherV1} ${v1}` }],
    ['the second of two signatures of Ed25519', { signature: `${otherV1a} ${v1a}` }],
    ['a signature beside one of a later version', { signature: `v2,abc ${v1}` }],
  ])('is known by its id: %s', (_, given) => {
    expect(verify(given)).toBe(id);
  });

  it('may have its public key in an SPKI structure, and is taken as raw bytes, which need not be text', () => {
    const sent = Buffer.from([0xff, 0x00, 0xc3, 0x28]);
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const text = Buffer.concat([Buffer.from(`${id}.${time}.`), sent]);
    const key = `whpk_${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')}`;
    const signature = `v1a,${sign(null, text, privateKey).toString('base64')}`;

    expect(verify({ signature, publicKeys: [key], sent })).toBe(id);
    expect(verify({ signature, publicKeys: [key], sent: sent.toString() })).toBeNull();
  });

  it.each<[string, Given]>([
    ['by another key', { signature: v1, keys: `whsec_${'A'.repeat(32)}` }],
    ['by another public key', { signature: v1a, publicKeys: [`whpk_${'A'.repeat(43)}=`] }],
    ['by a shared key where there is none', { signature: v1, keys: '' }],
    ['with another body', { signature: v1, sent: `${body} ` }],
    ['with another body, by Ed25519', { signature: v1a, sent: `${body} ` }],
    ['with another time', { signature: v1, headers: { 'webhook-timestamp': '1614265331' } }],
    ['with another id', { signature: v1, headers: { 'webhook-id': 'msg_2' } }],
    ['without an id', { signature: v1, headers: { 'webhook-id': '' } }],
    ['without a signature', { signature: '' }],
    ['with a signature that is cut off', { signature: v1.slice(0, -1) }],
    ['with a signature without its version', { signature: v1.slice(3) }],
    ['with the other version', { signature: v1.replace('v1,', 'v1a,') }],
    ['with a signature of characters of several bytes', { signature: `v1,${'ü'.repeat(44)}` }],
    ['with a comma between two signatures', { signature: `${otherV1},${v1}` }],
    ['behind two others', { signature: `${otherV1} ${otherV1} ${v1}` }],
    ['behind two others of Ed25519', { signature: `${otherV1a} ${otherV1a} ${v1a}` }],
  ])('is nobody’s %s', (_, given) => {
    expect(verify(given)).toBeNull();
  });

  it('has no dot in its id: the same signed text would be another id with another time', () => {
    const signature = new Webhook(shared).sign('a', new Date(1_614_265_330_000), `5.${body}`);
    const moved = { 'webhook-id': 'a.1614265330', 'webhook-timestamp': '5' };

    expect(verify({ signature, headers: { 'webhook-id': 'a' }, sent: `5.${body}` })).toBe('a');
    expect(verify({ signature, headers: moved })).toBeNull();
  });

  it('has its body decoded only if its headers have the right form', () => {
    const body = () => {
      throw new Error('decoded');
    };
    const header = (name: string) => (name === 'webhook-signature' ? 'v1,short' : 'x');

    expect(verifyEvent({ header, body }, [], [])).toBeNull();
    expect(verifySlack({ header, body }, [])).toBeNull();
  });
});

describe('a call of Slack', () => {
  // The example in Slack's page "Verifying requests from Slack".
  const secret = '8f742231b10e8888abcd99yyyzzz85a5';
  const sent =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c';
  const signature = 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503';
  const verifyBy = (keys: readonly string[], over: Record<string, string> = {}, text = sent) => {
    const headers = { 'x-slack-request-timestamp': '1531420618', 'x-slack-signature': signature, ...over };
    return verifySlack(
      callOf(headers, text),
      keys.map((key) => Buffer.from(key)),
    );
  };

  it('is known by its signature: the documented example, and either of two secrets', () => {
    expect(verifyBy([secret])).toBe(signature);
    expect(verifyBy(['another', secret])).toBe(signature);
  });

  it.each<[string, string | null]>([
    ['by another secret', verifyBy(['another'])],
    ['with another body', verifyBy([secret], {}, sent.replace('roadrunner', 'coyote'))],
    ['with another time', verifyBy([secret], { 'x-slack-request-timestamp': '1531420619' })],
    ['without a signature', verifyBy([secret], { 'x-slack-signature': '' })],
    ['with a longer signature', verifyBy([secret], { 'x-slack-signature': `${signature}0` })],
    ['with a signature in capitals', verifyBy([secret], { 'x-slack-signature': signature.toUpperCase() })],
    ['with a later version', verifyBy([secret], { 'x-slack-signature': signature.replace('v0', 'v1') })],
  ])('is nobody’s %s', (_, verified) => {
    expect(verified).toBeNull();
  });
});
