import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { judgeSlackMessage } from '../../../machine/receiver/slack-message.ts';
import type { Route } from '../../../shared/domain/routes/route.ts';
import { createDeliveryBench } from '../../support/destinations/delivery-bench.ts';
import { type Answer, startReceiver } from '../../support/destinations/receiver.ts';

const key = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
const slot = '2026-11-21T08:00:00.000Z';
const start = Date.parse(slot);
const dayMs = 86_400_000;

describe('a heartbeat', () => {
  const closing: (() => void | Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  async function setUp(type: 'slack' | 'webhook', answers: readonly Answer[] = []) {
    const receiver = await startReceiver({ answers });
    const route: Route = {
      id: 'crm',
      match: {},
      when: 'immediately',
      to:
        type === 'slack'
          ? { type, webhookUrl: { secret: 'URL' } }
          : { type, url: receiver.url, signingSecret: { secret: 'KEY' } },
      heartbeat: { cron: '0 8 * * ? *', timezone: 'UTC' },
    };
    const bench = createDeliveryBench({ routes: [route], secrets: { KEY: key, URL: receiver.url } });
    closing.push(() => bench.close(), receiver.close);
    const tally = (polls: number) =>
      bench.ledger.addTally({ counts: { polls, buyersRead: polls }, newByRoute: {}, lastNewAt: null }, start);
    const bodies = () => receiver.requests.map(({ body }) => JSON.parse(body));
    return { bench, receiver, tally, bodies };
  }

  it('reaches a webhook signed, beside the digest of the same slot, each under an id of its own', async () => {
    const { bench, receiver, tally, bodies } = await setUp('webhook');
    await tally(96);
    await bench.record(1, 2);

    await bench.compose({ routeId: 'crm', slot });
    await bench.compose({ heartbeat: true, routeId: 'crm', slot });
    await bench.deliver();

    expect(bodies().map(({ type }) => type)).toEqual(
      expect.arrayContaining(['digest.created', 'heartbeat.created']),
    );
    const ids = receiver.requests.map(({ headers }) => String(headers['webhook-id']));
    expect(new Set(ids).size).toBe(2);
    for (const [index, body] of bodies().entries()) expect(body.data.digestId).toBe(ids[index]);
    const heartbeat = receiver.requests[bodies().findIndex(({ type }) => type === 'heartbeat.created')];
    const headers = Object.fromEntries(
      ['webhook-id', 'webhook-signature'].map((name) => [name, String(heartbeat?.headers[name])]),
    );
    // The bench's clock stands at the slot, and a verifier takes nothing that is five minutes off.
    expect(new Webhook(key).sign(headers['webhook-id'] ?? '', new Date(start), heartbeat?.body ?? '')).toBe(
      headers['webhook-signature'],
    );
  });

  it('is made once of a doubled tick, and the same bytes go out until they are taken', async () => {
    const { bench, receiver, tally, bodies } = await setUp('webhook', [{ status: 503 }]);
    await tally(1);
    const tick = { heartbeat: true, routeId: 'crm', slot };
    await Promise.all([bench.compose(tick), bench.compose(tick)]);
    await tally(1);
    await bench.deliver();
    bench.advance(6_000);
    await bench.compose(tick);
    await bench.deliver();
    bench.advance(dayMs);
    await bench.deliver();

    expect(receiver.requests).toHaveLength(2);
    expect(receiver.requests[1]?.body).toBe(receiver.requests[0]?.body);
    expect(receiver.requests[1]?.headers['webhook-id']).toBe(receiver.requests[0]?.headers['webhook-id']);
    expect(bodies()[0].data.polls).toBe(1);
  });

  it('tells with the next one what was counted since, and nothing twice', async () => {
    const { bench, tally, bodies } = await setUp('webhook');
    await tally(5);
    await bench.compose({ heartbeat: true, routeId: 'crm', slot });
    await tally(7);
    bench.advance(dayMs);
    await bench.compose({ heartbeat: true, routeId: 'crm', slot: new Date(start + dayMs).toISOString() });
    await bench.deliver();

    const [first, second] = bodies().sort((a, b) => (a.timestamp < b.timestamp ? -1 : 1));
    expect([first.data.polls, second.data.polls]).toEqual([5, 7]);
    expect(second.data.from).toBe(first.data.until);
  });

  it('is not kept for a disabled route, whose first heartbeat after a resume tells of all that time', async () => {
    const { bench, tally, bodies } = await setUp('webhook');
    await bench.ledger.disableRoute('crm', 'gone', start);
    for (const days of [0, 1, 2]) {
      await tally(10);
      await bench.compose({ heartbeat: true, slot: new Date(start + days * dayMs).toISOString() });
      bench.advance(dayMs);
    }
    expect(await bench.ledger.listUndelivered('crm')).toEqual([]);

    await bench.ledger.enableRoute('crm', Date.now());
    await bench.compose({ heartbeat: true, slot: new Date(start + 3 * dayMs).toISOString() });
    await bench.deliver();

    expect(bodies().map(({ data }) => data.polls)).toEqual([30]);
  });

  it('for a time to come is refused, so that the next ones by the schedule are told', async () => {
    const { bench, bodies } = await setUp('webhook');
    const ahead = { heartbeat: true, slot: new Date(start + 30 * dayMs).toISOString() };

    await expect(bench.compose(ahead)).rejects.toMatchObject({ code: 'ARGUMENT', field: 'slot' });
    bench.advance(dayMs);
    await bench.compose({ heartbeat: true, slot: new Date(start + dayMs).toISOString() });
    await bench.deliver();

    expect(bodies()).toHaveLength(1);
  });

  it('goes to Slack as plain text once its blocks are refused', async () => {
    const { bench, receiver, tally } = await setUp('slack', [{ status: 400, body: 'invalid_blocks' }]);
    await tally(96);
    await bench.compose({ heartbeat: true, routeId: 'crm', slot });
    await bench.deliver();

    const [blocks, plain] = receiver.requests.map(({ body }) => body);
    expect(judgeSlackMessage(blocks ?? '')).toMatchObject({
      ok: true,
      message: { blocks: expect.any(Array) },
    });
    expect(JSON.parse(plain ?? '')).not.toHaveProperty('blocks');
    expect(JSON.parse(plain ?? '').text).toContain('Polled 96 times, 0 new signals');
  });

  it('by hand says its sentence in a dry run, and leaves everything as it was', async () => {
    const { bench, tally } = await setUp('webhook');
    await tally(3);
    const answer = await bench.compose({ heartbeat: true, routeId: 'crm', dryRun: true });
    expect(answer).toEqual({
      heartbeats: [
        {
          routeId: 'crm',
          slot: expect.any(String),
          state: 'ENABLED',
          digestId: null,
          sentence: 'Polled 3 times, 0 new signals, 0 hot, 0 failures, 0 throttles, never anything new.',
        },
      ],
    });
    expect(await bench.ledger.readHeartbeat('crm')).toBeNull();
    expect(await bench.ledger.listUndelivered('crm')).toEqual([]);
  });
});
