import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { createDeliveryBench, type DeliveryBench } from '../../support/destinations/delivery-bench.ts';
import { type Answer, type Receiver, startReceiver } from '../../support/destinations/receiver.ts';

const token = 'xoxb-1234567890-abcdefghij';

interface Posted {
  readonly channel?: string;
  readonly thread_ts?: string;
  readonly text: string;
  readonly blocks?: readonly unknown[];
}

describe('a digest in a thread, from the outbox to Slack', () => {
  let slack: Receiver;
  let hook: Receiver;
  let bench: DeliveryBench;
  let routes: Route[];
  let answer: (attempt: number, posted: Posted) => Answer;
  const posted = () => slack.requests.map(({ body }) => JSON.parse(body) as Posted);
  const threads = () => posted().map(({ thread_ts }) => thread_ts);
  const stored = async (part: number) =>
    (await bench.ledger.listUndelivered('sales')).find((digest) => digest.part === part);

  const taken = (attempt: number): Answer => ({
    status: 200,
    body: JSON.stringify({
      ok: true,
      channel: 'C0123ABCD',
      ts: `1503435956.${String(attempt).padStart(6, '0')}`,
    }),
  });

  beforeEach(async () => {
    answer = taken;
    slack = await startReceiver({
      answers: ({ body }, index) => answer(index + 1, JSON.parse(body) as Posted),
    });
    hook = await startReceiver({ answers: () => ({ status: 200, body: 'ok' }) });
    const bot: Route = {
      id: 'sales',
      match: {},
      when: 'immediately',
      to: {
        type: 'slack',
        botToken: { secret: 'SLACK_BOT_TOKEN' },
        channel: 'C0123ABCD',
        apiUrl: new URL('/api', slack.url).href,
        mention: { hot: ['S0456GROUP'] },
      },
    };
    const webhook: Route = {
      ...bot,
      id: 'other',
      match: { hot: true, buyers: [] },
      to: { type: 'slack', webhookUrl: { secret: 'SLACK_WEBHOOK_URL' } },
    };
    routes = [bot, webhook];
    bench = createDeliveryBench({
      routes,
      secrets: { SLACK_BOT_TOKEN: token, SLACK_WEBHOOK_URL: hook.url },
    });
    await bench.record(1, 3, { ranks: { 1: 1 } });
    await bench.ledger.discardPending({ routeId: 'other', by: 'test', scope: 'all' });
    await bench.compose();
  });
  afterEach(async () => {
    bench.close();
    await Promise.all([slack.close(), hook.close()]);
  });

  it('posts what is hot into the channel, and the rest under it', async () => {
    await bench.deliver();

    expect(slack.requests.map(({ path }) => path)).toEqual(Array(2).fill('/api/chat.postMessage'));
    expect(slack.requests[0]?.headers.authorization).toBe(`Bearer ${token}`);
    const [first, reply] = posted();
    expect(first).toMatchObject({ channel: 'C0123ABCD' });
    expect(threads()).toEqual([undefined, '1503435956.000001']);
    expect(JSON.stringify(first)).toContain('Tender 1');
    expect(JSON.stringify(first)).toContain('"usergroup_id":"S0456GROUP"');
    expect(JSON.stringify(reply)).toContain('Tender 3');
    expect(JSON.stringify(reply)).not.toContain('S0456GROUP');
    expect(await stored(1)).toBeUndefined();
    expect(await stored(2)).toBeUndefined();
  });

  it('goes out as two messages if its route sends by an incoming webhook meanwhile', async () => {
    const [sales, other] = routes as [Route, Route];
    routes[0] = { ...sales, to: other.to };

    await bench.deliver();

    expect(slack.requests).toEqual([]);
    const bodies = hook.requests.map(({ body }) => JSON.parse(body) as Posted);
    expect(bodies).toHaveLength(2);
    for (const body of bodies) {
      expect(body).not.toHaveProperty('channel');
      expect(body).not.toHaveProperty('thread_ts');
    }
  });
});
