import { expect, test } from 'vitest';
import { createSandboxCalls } from './sandbox-calls.ts';

test('columns alone choose a bridge that has them', async () => {
  const calls = createSandboxCalls();

  const added = await calls.add({ count: 5, columns: { Pages: 7 } });

  expect(new Set(added.map(({ bridgeId }) => bridgeId))).toEqual(new Set([calls.bridgeOf('RFP').bridgeId]));
});

const json = { 'content-type': 'application/json' };

test.each(['signals', 'summaries/ID', 'faults'])(
  'POST /sandbox/%s takes JSON only: any web page can send a form',
  async (path) => {
    const calls = createSandboxCalls();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };

    const answer = await calls.app.request(`/sandbox/${path}`, { method: 'POST', headers, body: '{}' });

    expect(answer.status).toBe(415);
    expect(await answer.json()).toMatchObject({ code: 'request.contentType' });
  },
);

const someId = '00000000-0000-4000-8000-000000000000';

test.each([
  ['signals', '', 'the body'],
  ['signals', '{"count":0}', 'count'],
  ['signals', '{"buyer":"x"}', 'buyer'],
  ['signals', '{"signalDate":"yesterday"}', 'signalDate'],
  ['signals', '{"hotness":2}', 'hotness'],
  ['signals', '{"status":"Open"}', 'status'],
  ['signals', '{"columns":{"No Such Column":1}}', 'columns'],
  ['faults', '{}', 'kind'],
  ['faults', '{"kind":"status","status":200}', 'status'],
  ['faults', '{"kind":"status","calls":0}', 'calls'],
  ['faults', '{"kind":"cut","operation":"everything"}', 'operation'],
  [`summaries/${someId}`, '{"state":"fresh"}', 'state'],
  [`rows/${someId}/status`, '{"status":"Done"}', 'status'],
])('POST /sandbox/%s with %s is a 400 that names %s', async (path, body, named) => {
  const calls = createSandboxCalls();

  const answer = await calls.app.request(`/sandbox/${path}`, { method: 'POST', headers: json, body });
  const { message } = (await answer.json()) as { message: string };

  expect(answer.status).toBe(400);
  expect(message).toMatch(new RegExp(`^${named}\\b`));
});

test.each([
  [`summaries/${someId}`, { state: 'ready' }],
  [`rows/${someId}/status`, { status: 'Saved' }],
  ['signals', { buyerId: someId }],
  ['signals', { bridgeId: someId }],
])('POST /sandbox/%s with the unknown id of %j is a 404', async (path, body) => {
  expect((await createSandboxCalls().control(path, body)).status).toBe(404);
});
