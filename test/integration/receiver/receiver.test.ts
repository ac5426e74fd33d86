import { request } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DemoReceiver, startDemoReceiver } from '../../../machine/receiver/receiver.ts';

const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const digestId = 'msg_p5jxn8aqm9lwm0d4lokwxjek';
let receiver: DemoReceiver;

beforeEach(async () => {
  receiver = await startDemoReceiver({ port: 0, signingSecret });
});

afterEach(() => receiver.close());

const post = (url: string, body: string, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });

function signed(body: string, { secret = signingSecret, id = digestId, at = new Date() } = {}) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

/** `fetch` sets the Host header itself. */
function statusFor(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method: 'POST', headers: { host } }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end('{}');
  });
}

it('answers only under the host names of this machine', async () => {
  const urls = [receiver.slackUrl, receiver.webhookUrl];

  for (const url of urls) expect(await statusFor(url, 'attacker.example')).toBe(403);
  for (const url of urls) expect(await statusFor(url, 'localhost:4011')).not.toBe(403);
});

describe('as a webhook', () => {
  const body = JSON.stringify({ type: 'digest.created', data: { digestId } });

  it('takes a message whose signature holds', async () => {
    const response = await post(receiver.webhookUrl, body, signed(body));

    expect(response.status).toBe(204);
  });

  it.each([
    ['a signature with another secret', signed(body, { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })],
    ['a signature over another body', signed('{}')],
    ['a signature of an old time', signed(body, { at: new Date(Date.now() - 6 * 60_000) })],
    ['no signature', {}],
  ])('refuses a message with %s', async (_, headers) => {
    const response = await post(receiver.webhookUrl, body, headers);

    expect(response.status).toBe(401);
  });

  it('answers 413 to a body over a megabyte', async () => {
    const large = JSON.stringify('a'.repeat(1024 * 1024));

    const response = await post(receiver.webhookUrl, large, signed(large));

    expect(response.status).toBe(413);
  });
});

describe('as Slack', () => {
  it('answers ok', async () => {
    const response = await post(receiver.slackUrl, '{"text":"1 new signal"}');

    expect([response.status, await response.text()]).toEqual([200, 'ok']);
  });

  it('answers 404 to a path it did not hand out', async () => {
    const response = await post(`${new URL(receiver.slackUrl).origin}/services/T0/B0/guess`, '{"text":"hi"}');

    expect(response.status).toBe(404);
  });
});
