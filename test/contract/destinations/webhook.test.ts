import { generateKeyPairSync, verify as verifySignature } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';
import { createSender } from '../../../shared/destinations/sender.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../../support/destinations/receiver.ts';

const hmacKey = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const signingSecret = { secret: 'DIGEST_SIGNING_SECRET' };

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const half = (part: 'd' | 'x') => Buffer.from(privateKey.export({ format: 'jwk' })[part] ?? '', 'base64url');
const ed25519Key = `whsk_${Buffer.concat([half('d'), half('x')]).toString('base64')}`;

const text = ({ headers }: ReceivedRequest, name: string) => String(headers[name]);

function verifyV1(request: ReceivedRequest): void {
  const headers = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, text(request, name)]),
  );
  // Throws on a wrong signature or a timestamp more than five minutes off.
  expect(new Webhook(hmacKey).verify(request.body, headers)).toMatchObject({
    type: 'digest.created',
    data: { digestId: headers['webhook-id'] },
  });
}

function verifyV1a(request: ReceivedRequest): void {
  const signed = `${text(request, 'webhook-id')}.${text(request, 'webhook-timestamp')}.${request.body}`;
  const signature =
    text(request, 'webhook-signature')
      .split(' ')
      .find((one) => one.startsWith('v1a,')) ?? '';
  const bytes = Buffer.from(signature.slice('v1a,'.length), 'base64');
  expect(verifySignature(null, Buffer.from(signed), publicKey, bytes)).toBe(true);
}

describe('the signatures of a webhook', () => {
  const opened: Receiver[] = [];
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((receiver) => receiver.close()));
  });

  async function sendTwice(secret: string): Promise<readonly ReceivedRequest[]> {
    const receiver = await startReceiver({ answers: [{ status: 503 }] });
    opened.push(receiver);
    let seconds = Math.floor(Date.now() / 1_000);
    const clock = { now: () => seconds++ * 1_000, sleep: async () => {} };
    const sender = createSender({
      post: createHttpPost(),
      secret: async () => secret,
      clock,
      permitLocal: true,
    });
    const body = '{"type":"digest.created","data":{"digestId":"msg_1"}}';
    const message = {
      digestId: 'msg_1',
      body,
      to: { type: 'webhook', url: receiver.url, signingSecret },
    } as const;
    await sender.send(message);
    await sender.send(message);
    return receiver.requests;
  }

  it('have a new timestamp at each attempt and the same id', async () => {
    const [first, second] = await sendTwice(hmacKey);

    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(Number(second?.headers['webhook-timestamp'])).toBeGreaterThan(
      Number(first?.headers['webhook-timestamp']),
    );
    expect(second?.headers['webhook-signature']).not.toBe(first?.headers['webhook-signature']);
    for (const request of [first, second]) verifyV1(request as ReceivedRequest);
  });

  it('are Ed25519 with a whsk_ key', async () => {
    const requests = await sendTwice(ed25519Key);

    expect(requests).toHaveLength(2);
    for (const request of requests) verifyV1a(request);
  });

  it('satisfy a holder of the old key and one of the new while both are in the secret', async () => {
    const [request] = await sendTwice(`${hmacKey} ${ed25519Key}`);

    verifyV1(request as ReceivedRequest);
    verifyV1a(request as ReceivedRequest);
  });

  it('do not satisfy a holder of another key', async () => {
    const [request] = await sendTwice(`whsec_${Buffer.alloc(32, 6).toString('base64')}`);

    expect(() => verifyV1(request as ReceivedRequest)).toThrow('No matching signature');
  });
});
