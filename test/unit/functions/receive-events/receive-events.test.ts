import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createHandler, mostBytes } from '../../../../functions/receive-events/handler.ts';
import { SecretUnavailableError } from '../../../../shared/domain/errors.ts';
import { buyerA } from '../../../support/examples/example-signals.ts';
import { benchNow, openFunctions } from '../../../support/functions/open-functions.ts';
import {
  clickPayload,
  eventCall,
  eventsKey,
  exampleSignalId,
  type RawCall,
  slackCall,
  slackKey,
  urlEvent,
} from '../../../support/functions/signed-calls.ts';

const secrets: Record<string, string> = { EVENTS: eventsKey, SLACK: slackKey };
const events = { signingSecret: { secret: 'EVENTS' } };
const slack = { signingSecret: { secret: 'SLACK' } };
const bridgeId = '5f0c9a3e-2b64-4a53-8d6f-4f6e0a6f1c22';
const named = (buyerIds: unknown) => ({ type: 'signals.changed', data: { buyerIds } });
const changed = named([buyerA]);
const minuteMs = 60_000;
const schema = JSON.parse(
  readFileSync(new URL('../../../../docs/events-in.schema.json', import.meta.url), 'utf8'),
);
/** Whether an event is one of docs/events-in.schema.json. */
const isDescribed = new Ajv2020({ strict: false }).compile(schema);

function open(inbound: object = { events, slack }) {
  const bench = openFunctions({ config: { inbound } });
  const asked: string[] = [];
  const read = { get: async (name: string) => secrets[name] ?? '' };
  const ports = {
    ...bench.ports,
    secrets: {
      get: (name: string) => {
        asked.push(name);
        return read.get(name);
      },
    },
  };
  const handle = createHandler(ports);
  const call = (raw: RawCall, encoded = false) => handle(urlEvent(raw, encoded));
  return { ...bench, asked, read, handle, call };
}

const unauthorized = {
  statusCode: 401,
  headers: { 'content-type': 'application/json' },
  body: '{"error":"unauthorized"}',
};
const event = eventCall('msg_1', benchNow, changed);
const without = ({ headers, ...call }: RawCall, name: string): RawCall => {
  const { [name]: _, ...others } = headers;
  return { ...call, headers: others };
};
/** Signed, and just over the limit. */
const tooLarge = eventCall('msg_1', benchNow, JSON.stringify(changed).padEnd(mostBytes + 1));

describe('a call that nobody signed', () => {
  it.each<[string, RawCall]>([
    ['another method', { ...event, method: 'GET' }],
    ['another path', { ...event, path: '/' }],
    ['a path with a slash more', { ...event, path: '/events/' }],
    ['the path of another sender', { ...event, path: '/slack' }],
    ['no time', without(event, 'webhook-timestamp')],
    ['a time that is no number', { ...event, headers: { ...event.headers, 'webhook-timestamp': 'now' } }],
    ['a time of long ago', eventCall('msg_1', benchNow - 5 * minuteMs - 1000, changed)],
    ['a time to come', eventCall('msg_1', benchNow + 5 * minuteMs + 1000, changed)],
    ['another key', eventCall('msg_1', benchNow, changed, `whsec_${Buffer.alloc(32, 8).toString('base64')}`)],
    ['another body', { ...event, body: JSON.stringify({ ...changed, more: true }) }],
    ['too large a body', tooLarge],
    ['a click of another app', slackCall(benchNow, clickPayload(), 'f'.repeat(32))],
    ['a click on a longer path', { ...slackCall(benchNow, clickPayload()), path: '/slack/more' }],
    ['a click of long ago', slackCall(benchNow - 6 * minuteMs, clickPayload())],
  ])('gets the one answer, and touches nothing: %s', async (_, raw) => {
    const { call, table, queued, observed } = open();

    expect(await call(raw)).toEqual(unauthorized);
    expect(await call(raw, true)).toEqual(unauthorized);
    expect([...table.all()]).toEqual([]);
    expect([queued.events, queued.clicks, observed]).toEqual([[], [], []]);
  });

  it('costs no secret a read: one in five minutes is enough for all', async () => {
    const { call, asked, time } = open();
    const forged = { ...event, body: '{}' };
    for (let count = 0; count < 20; count += 1) await call(forged);
    expect(asked).toEqual(['EVENTS']);

    time.now += 5 * minuteMs;
    await call(eventCall('msg_1', time.now, '{}', `whsec_${'A'.repeat(32)}`));
    expect(asked).toEqual(['EVENTS', 'EVENTS']);
  });
});

describe('a signed event', () => {
  it.each<[string, unknown, object]>([
    ['buyers, each once, in small letters', named([buyerA.toUpperCase(), buyerA]), { buyerIds: [buyerA] }],
    ['the bridge of a new row', { type: 'bridge.row.created', data: { bridgeId, rowId: 'r' } }, { bridgeId }],
    [
      'the bridge of a changed row',
      { type: 'bridge.row.updated', data: { bridgeId: bridgeId.toUpperCase() } },
      { bridgeId },
    ],
  ])('is queued: %s', async (_, body, message) => {
    const { call, queued, observed } = open();

    expect(isDescribed(body)).toBe(true);
    expect(await call(eventCall('msg_1', benchNow, body))).toMatchObject({ statusCode: 202, body: '' });
    expect(queued.events).toEqual([message]);
    expect(observed).toEqual([{ kind: 'call-taken', path: '/events' }]);
  });

  it('is taken as base64, with headers in any letters, five minutes off, and as large as it may be', async () => {
    const { call, queued } = open();
    const { headers, ...rest } = eventCall(
      'msg_1',
      benchNow - 5 * minuteMs,
      JSON.stringify(changed).padEnd(mostBytes),
    );
    const capitals = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
    );

    expect(await call({ ...rest, headers: capitals }, true)).toMatchObject({ statusCode: 202 });
    expect(queued.events).toHaveLength(1);
  });

  it('is forgotten after a day', async () => {
    const { call, table } = open();
    await call(event);

    expect([...table.all()]).toEqual([
      expect.objectContaining({ expiresAt: benchNow / 1000 + 24 * 60 * 60 }),
    ]);
    expect(JSON.stringify([...table.all()])).not.toContain('msg_1');
  });

  it('that could not be queued is not remembered: its sender sends it again', async () => {
    const { ports, table } = openFunctions({ config: { inbound: { events } } });
    const queue = () => ({ send: () => Promise.reject(new Error('no queue')) });
    const handle = createHandler({ ...ports, queue, secrets: { get: async () => eventsKey } });

    await expect(handle(urlEvent(event))).rejects.toThrow('no queue');
    expect([...table.all()]).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no JSON', 'buyers, please', 'the body: found no JSON; '],
    ['a list', [changed], 'type: found no text; '],
    ['no type', { data: changed.data }, 'type: found no text; '],
    ['no data', { type: changed.type }, 'data.buyerIds: found 0 ids; name 1 to 100, '],
    ['null as data', { type: changed.type, data: null }, 'data.buyerIds: found 0 ids; '],
    ['no buyer', named([]), 'data.buyerIds: found 0 ids; '],
    ['a text as the list', named(buyerA), 'data.buyerIds: found 0 ids; '],
    ['too many buyers', named(Array(101).fill(buyerA)), 'data.buyerIds: found 101 ids; name 1 to 100'],
    ['an id that is none', named([buyerA, 'tok_secret']), 'data.buyerIds[1]: found no UUID; '],
    ['a number as an id', named([7]), 'data.buyerIds[0]: found no UUID; '],
    ['no bridge', { type: 'bridge.row.created', data: {} }, 'data.bridgeId: found no UUID; '],
  ])('with %s is answered by the field, what was found and the fix', async (_, body, error) => {
    const { call, table, queued, observed } = open();

    const answer = await call(eventCall('msg_1', benchNow, body));

    expect(isDescribed(body)).toBe(false);
    expect(answer).toMatchObject({ statusCode: 400, headers: { 'content-type': 'application/json' } });
    expect(JSON.parse(answer.body)).toEqual({ error: expect.stringContaining(error) });
    expect(answer.body).not.toContain('tok_secret');
    expect(observed).toEqual([
      { kind: 'call-ignored', path: '/events', reason: expect.stringContaining(error) },
    ]);
    expect([queued.events, [...table.all()]]).toEqual([[], []]);
  });

  it('of a type that is unknown is ignored, which is told', async () => {
    const { call, queued, observed } = open();

    expect(await call(eventCall('msg_1', benchNow, { type: 'buyer.deleted' }))).toMatchObject({
      statusCode: 202,
      body: '',
    });
    expect(queued.events).toEqual([]);
    expect(observed).toEqual([{ kind: 'call-ignored', path: '/events', reason: 'its type is unknown' }]);
  });
});

describe('a signed click', () => {
  it('is queued, with the digest and the place of its message', async () => {
    const { call, queued, observed } = open();

    const answer = await call(slackCall(benchNow, clickPayload({ choice: 'mute-week' })), true);

    expect(answer).toEqual({ statusCode: 200, headers: { 'content-type': 'text/plain' }, body: '' });
    expect(queued.clicks).toEqual([
      {
        id: expect.stringMatching(/^[\da-f]{64}$/),
        kind: 'mute-week',
        clickedAt: 1_795_248_123_456,
        by: { id: 'U0123ABCD', name: 'ann' },
        signalId: exampleSignalId,
        pointer: { routeId: 'sales-emea', slot: '2026-11-21T08:00:00.000Z', part: 2 },
        place: 'C0123ABCD 1795248000.000247',
      },
    ]);
    expect(observed).toEqual([{ kind: 'call-taken', path: '/slack' }]);
  });

  it('that comes again does nothing; signed anew, it has the same id', async () => {
    const { call, queued } = open();
    await call(slackCall(benchNow, clickPayload()));
    await call(slackCall(benchNow, clickPayload()));
    expect(queued.clicks).toHaveLength(1);

    await call(slackCall(benchNow - 1000, clickPayload()));
    const ids = (queued.clicks as { id: string }[]).map(({ id }) => id);
    expect(ids[1]).toBe(ids[0]);
  });

  const { message, actions } = clickPayload();
  const [action] = actions;
  it('has an id of its own for each reader, time, signal and choice', async () => {
    const { call, queued } = open();
    const other = (over: object) => clickPayload({ actions: [{ ...action, ...over }] });
    const clicks = [
      clickPayload(),
      clickPayload({ choice: 'more' }),
      clickPayload({ user: { id: 'U9', team_id: 'T0123ABCD' } }),
      other({ action_ts: '1795248123.456790' }),
      other({ block_id: 'another' }),
    ];
    for (const click of clicks) await call(slackCall(benchNow, click));

    expect(new Set((queued.clicks as { id: string }[]).map(({ id }) => id)).size).toBe(clicks.length);
  });

  it.each<[string, unknown]>([
    ['a check of the certificate', 'ssl_check=1&token=abc'],
    ['no JSON', 'payload=nonsense'],
    ['a form that was filled in', { type: 'view_submission', user: {} }],
    ['a message that is gone', clickPayload({ message: undefined })],
    ['a message that is no digest', clickPayload({ message: { ...message, blocks: [] } })],
    ['a choice that is none', clickPayload({ choice: 'buy' })],
    ['another menu', clickPayload({ actions: [{ ...action, action_id: 'approve' }] })],
    ['no choice', clickPayload({ actions: [] })],
    ['an odd time', clickPayload({ actions: [{ ...action, action_ts: 'now' }] })],
    ['an app for a whole organization', clickPayload({ team: null })],
    ['a reader of another workspace', clickPayload({ user: { id: 'U1', team_id: 'T9' } })],
    ['a message of another workspace', clickPayload({ message: { ...message, team: 'T9' } })],
  ])('that is %s is answered with 200, as Slack needs it, and ignored', async (_, payload) => {
    const { call, queued, observed, table } = open();

    expect(await call(slackCall(benchNow, payload))).toMatchObject({ statusCode: 200, body: '' });
    expect(queued.clicks).toEqual([]);
    expect([...table.all()]).toEqual([]);
    expect(observed).toEqual([{ kind: 'call-ignored', path: '/slack', reason: expect.any(String) }]);
  });

  it.each([
    [{ teamId: 'T0123ABCD', appId: 'A0123ABCD' }, 1],
    [{ teamId: 'T9' }, 0],
    [{ appId: 'A9' }, 0],
  ])('is of the app and the workspace of the config: %j', async (app, count) => {
    const { call, queued } = open({ slack: { ...slack, ...app } });

    expect(await call(slackCall(benchNow, clickPayload()))).toMatchObject({ statusCode: 200, body: '' });
    expect(queued.clicks).toHaveLength(count);
  });
});

describe('the secret of calls', () => {
  it('may hold two keys while one replaces the other', async () => {
    const { call, read, queued } = open();
    const [newKey, newSlackKey] = [`whsec_${Buffer.alloc(32, 9).toString('base64')}`, 'f'.repeat(32)];
    read.get = async (name) => (name === 'EVENTS' ? `${newKey} ${eventsKey}` : `${newSlackKey} ${slackKey}`);

    await call(eventCall('msg_1', benchNow, changed));
    await call(eventCall('msg_2', benchNow, changed, newKey));
    await call(slackCall(benchNow, clickPayload()));
    await call(slackCall(benchNow, clickPayload({ choice: 'more' }), newSlackKey));

    expect([queued.events.length, queued.clicks.length]).toEqual([2, 2]);
  });

  it.each<[string, () => Promise<string>, string]>([
    [
      'is missing',
      () => Promise.reject(new SecretUnavailableError('the secret EVENTS is missing')),
      'the secret EVENTS is missing',
    ],
    ['is no key', async () => 'hunter2', 'secret EVENTS '],
  ])('closes its path where it %s: told, and read again, once a minute', async (_, get, problem) => {
    const { call, read, asked, time, observed, queued } = open();
    read.get = (name) => (name === 'EVENTS' ? get() : Promise.resolve(slackKey));
    for (let count = 0; count < 5; count += 1)
      expect(await call(event)).toMatchObject({ statusCode: 503, body: '{"error":"unavailable"}' });

    expect(asked).toEqual(['EVENTS']);
    expect(observed).toEqual([{ kind: 'inbound-closed', problem: expect.stringContaining(problem) }]);
    expect(JSON.stringify(observed)).not.toContain('hunter2');
    expect(await call(slackCall(benchNow, clickPayload()))).toMatchObject({ statusCode: 200 });

    read.get = async () => eventsKey;
    time.now += minuteMs;
    expect(await call(event)).toMatchObject({ statusCode: 202 });
    expect(queued.events).toHaveLength(1);
  });

  it('is not needed for a sender with a key pair', async () => {
    const { call, asked } = open({ events: { publicKey: [`whpk_${'A'.repeat(43)}=`] } });

    expect(await call(event)).toEqual(unauthorized);
    expect(asked).toEqual([]);
  });
});
