import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpPost } from '../../../shared/destinations/http-post.ts';
import { createSender } from '../../../shared/destinations/sender.ts';
import { type ReceivedRequest, type Receiver, startReceiver } from '../../support/destinations/receiver.ts';

const hmacKey = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
const signingSecret = { secret: 'DIGEST_SIGNING_SECRET' };

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
});
