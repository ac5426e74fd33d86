import { afterEach, beforeEach, expect, it } from 'vitest';
import { startDemoReceiver } from '../../../machine/demo/demo-world.ts';
import { statusFor } from '../../support/loopback.ts';

let receiver: Awaited<ReturnType<typeof startDemoReceiver>>;

beforeEach(async () => {
  receiver = await startDemoReceiver();
});

afterEach(() => receiver.close());

const post = (url: string, body: string) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });

it('answers only under the host names of this machine', async () => {
  const urls = [receiver.slackUrl, receiver.webhookUrl];

  for (const url of urls) expect(await statusFor(url, 'attacker.example', 'POST')).toBe(403);
  for (const url of urls) expect(await statusFor(url, 'localhost:4011', 'POST')).not.toBe(403);
});

it.each([
  ['a webhook', 'webhookUrl', 204, ''],
  ['Slack', 'slackUrl', 200, 'ok'],
] as const)('takes what comes as %s does', async (_, url, status, text) => {
  const response = await post(receiver[url], '{"text":"1 new signal"}');

  expect([response.status, await response.text()]).toEqual([status, text]);
});

it('answers 404 to another path of Slack', async () => {
  const response = await post(`${new URL(receiver.slackUrl).origin}/services/T0/B0/guess`, '{"text":"hi"}');

  expect(response.status).toBe(404);
});
