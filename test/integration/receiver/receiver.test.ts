import { request } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type DemoReceiver,
  type ReceivedMessage,
  startDemoReceiver,
} from '../../../machine/receiver/receiver.ts';
import { shortId } from '../../../shared/domain/digests/short-id.ts';

const signingSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const digestId = 'msg_p5jxn8aqm9lwm0d4lokwxjek';
let receiver: DemoReceiver;
let messages: ReceivedMessage[];

beforeEach(async () => {
  messages = [];
  const onMessage = (message: ReceivedMessage) => messages.push(message);
  receiver = await startDemoReceiver({ port: 0, signingSecret, onMessage });
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
  expect(messages).toEqual([]);
  for (const url of urls) expect(await statusFor(url, 'localhost:4011')).not.toBe(403);
});

describe('as a webhook', () => {
  const body = JSON.stringify({ type: 'digest.created', data: { digestId } });

  it('takes a message whose signature holds, and hands on its body', async () => {
    const response = await post(receiver.webhookUrl, body, signed(body));

    expect(response.status).toBe(204);
    expect(messages).toMatchObject([
      { kind: 'webhook', body: JSON.parse(body), digestId, signature: 'valid', duplicate: false },
    ]);
  });

  it('answers a repeated id as it did the first, and marks it', async () => {
    await post(receiver.webhookUrl, body, signed(body));

    const again = await post(receiver.webhookUrl, body, signed(body));

    expect(again.status).toBe(204);
    expect(messages.map(({ duplicate }) => duplicate)).toEqual([false, true]);
  });

  it.each([
    ['another secret', signed(body, { secret: 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' })],
    ['another body', signed('{}')],
    ['an old timestamp', signed(body, { at: new Date(Date.now() - 6 * 60_000) })],
  ])('refuses a signature over %s, and shows nothing of the body', async (_, headers) => {
    const response = await post(receiver.webhookUrl, body, headers);

    expect(response.status).toBe(401);
    expect(messages).toMatchObject([{ signature: 'invalid', body: null }]);
  });

  it('does not take a refused id for a repeated one later', async () => {
    await post(receiver.webhookUrl, body, signed('{}'));

    await post(receiver.webhookUrl, body, signed(body));

    expect(messages.at(-1)).toMatchObject({ signature: 'valid', duplicate: false });
  });

  it('refuses a message without a signature', async () => {
    const response = await post(receiver.webhookUrl, body);

    expect(response.status).toBe(401);
    expect(messages).toMatchObject([{ signature: 'none', body: null }]);
  });

  it('answers 400 to a signed body that is no JSON', async () => {
    const response = await post(receiver.webhookUrl, 'not json', signed('not json'));

    expect(response.status).toBe(400);
    expect(messages).toEqual([]);
  });

  it('answers 413 to a body over a megabyte', async () => {
    const large = JSON.stringify('a'.repeat(1024 * 1024));

    const response = await post(receiver.webhookUrl, large, signed(large));

    expect(response.status).toBe(413);
  });
});

describe('as Slack', () => {
  const header = (text: string) => ({ type: 'header', text: { type: 'plain_text', text } });
  const section = (text: string) => ({ type: 'section', text: { type: 'plain_text', text } });
  const footer = {
    type: 'context',
    elements: [{ type: 'plain_text', text: `sales · seen Mon 9:12 AM, New York · id ${shortId(digestId)}` }],
  };

  it('answers ok, and finds the digest by its footer', async () => {
    const impostor = header('sales · seen Mon 9:12 AM, New York · id aaaaaaaa');
    const body = { text: '1 new signal', blocks: [impostor, footer] };

    const response = await post(receiver.slackUrl, JSON.stringify(body));

    expect([response.status, await response.text()]).toEqual([200, 'ok']);
    const short = `msg_${shortId(digestId)}`;
    expect(messages).toMatchObject([
      { kind: 'slack', body, digestId: short, signature: 'none', duplicate: false },
    ]);
  });

  it('takes a digest again, as a channel does, and marks it', async () => {
    const body = JSON.stringify({ text: '1 new signal', blocks: [footer] });
    await post(receiver.slackUrl, body);

    await post(receiver.slackUrl, body);

    expect(messages.map(({ duplicate }) => duplicate)).toEqual([false, true]);
  });

  it.each([
    ['not json', 'invalid_payload'],
    ['{}', 'no_text'],
    [JSON.stringify({ text: ' ' }), 'no_text'],
    [JSON.stringify({ text: 7 }), 'invalid_payload'],
    [JSON.stringify({ blocks: [{ text: 'no type' }] }), 'invalid_blocks'],
    [JSON.stringify({ blocks: [header('a'.repeat(151))] }), 'invalid_blocks'],
    [JSON.stringify({ blocks: Array.from({ length: 51 }, () => ({ type: 'divider' })) }), 'invalid_blocks'],
    [
      JSON.stringify({ blocks: Array.from({ length: 5 }, () => section('a'.repeat(3_000))) }),
      'msg_blocks_too_long',
    ],
  ])('answers 400 to %.60s', async (body, code) => {
    const response = await post(receiver.slackUrl, body);

    expect([response.status, await response.text()]).toEqual([400, code]);
    expect(messages).toEqual([]);
  });

  it('answers 404 to a path it did not hand out', async () => {
    const response = await post(`${new URL(receiver.slackUrl).origin}/services/T0/B0/guess`, '{"text":"hi"}');

    expect([response.status, await response.text()]).toEqual([404, 'no_service']);
  });
});
