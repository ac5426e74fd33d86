import { expect, test } from 'vitest';
import { createSandboxCalls } from './sandbox-calls.ts';

const unknownId = '00000000-0000-4000-8000-000000000000';

function fourCalls(calls: ReturnType<typeof createSandboxCalls>, bridgeId: string, buyerId: string) {
  return [
    ['GET', `bridge/${bridgeId}/column/metadata`, {}],
    ['GET', `feed/all/buyer-signals?buyerId=${buyerId}`, {}],
    ['PUT', `bridge/${bridgeId}/row`, { headers: { 'content-type': 'application/json' }, body: '{}' }],
    ['GET', `buyer/${buyerId}/summary`, {}],
  ].map(([method, path, init]) => ({
    path: String(path),
    ask: (authorization?: string) =>
      calls.api(String(method), String(path), {
        ...(init as RequestInit),
        headers: { ...(init as { headers?: object }).headers, ...(authorization ? { authorization } : {}) },
      }),
  }));
}

test('each operation answers a good call as the document says', async () => {
  const calls = createSandboxCalls({ signals: 60 });

  for (const { path, ask } of fourCalls(calls, calls.bridgeOf('RFP').bridgeId, calls.buyerId())) {
    const { status } = await ask();

    expect(status, path).toBe(200);
  }
});

test.each(['Bearer wrong', 'Basic secret', 'Bearer', 'secret'])(
  'each operation refuses the credentials %j with 401',
  async (authorization) => {
    const calls = createSandboxCalls();

    for (const { path, ask } of fourCalls(calls, calls.bridgeOf('RFP').bridgeId, calls.buyerId())) {
      const { status } = await ask(authorization);

      expect(status, path).toBe(401);
    }
  },
);

test('each operation answers 404 to an unknown id', async () => {
  const calls = createSandboxCalls();

  for (const { path, ask } of fourCalls(calls, unknownId, unknownId)) {
    expect((await ask()).status, path).toBe(404);
  }
});

test('only the buyer of a list of signals must be a UUID: an id in a path is any text', async () => {
  const calls = createSandboxCalls();

  for (const id of ['tenders', 'a%2Fb', '%20', '%25', 'constructor']) {
    const answers = await Promise.all(fourCalls(calls, id, id).map(({ ask }) => ask()));

    expect(answers.map(({ status }) => status)).toEqual([404, 400, 404, 404]);
  }
});

test.each(['GET', 'POST', 'DELETE', 'PATCH', 'PUT', 'OPTIONS'])(
  'each operation answers 405 to %s, and names its method, unless that is its method',
  async (method) => {
    const calls = createSandboxCalls();
    const { bridgeId } = calls.bridgeOf('RFP');
    const expected = [
      [`bridge/${bridgeId}/column/metadata`, 'GET, HEAD'],
      ['feed/all/buyer-signals', 'GET, HEAD'],
      [`bridge/${bridgeId}/row`, 'PUT'],
      [`buyer/${calls.buyerId()}/summary`, 'GET, HEAD'],
    ].filter(([, allow]) => !allow?.includes(method));

    for (const [path, allow] of expected) {
      const headers = { authorization: 'Bearer secret' };
      const answer = await calls.app.request(`/api/external/${path}`, { method, headers });

      expect([answer.status, answer.headers.get('allow')], path).toEqual([405, allow]);
      expect(await answer.json()).toMatchObject({ code: 'request.method' });
    }
  },
);

test('ids are taken in upper case too', async () => {
  const calls = createSandboxCalls({ signals: 60 });

  for (const { path, ask } of fourCalls(
    calls,
    calls.bridgeOf('RFP').bridgeId.toUpperCase(),
    calls.buyerId().toUpperCase(),
  )) {
    expect((await ask()).status, path).toBe(200);
  }
});

test.each([
  'pageNumber=0',
  'pageNumber=-1',
  'pageNumber=one',
  'pageNumber=1.5',
  'pageNumber=',
  'pageNumber=99999999999',
  'pageNumber=1&pageNumber=2',
  'pageSize=0',
  'pageSize=101',
  'pageSize=10.0',
])('both lists refuse %s with 400', async (query) => {
  const calls = createSandboxCalls();

  const signals = await calls.signals(`buyerId=${calls.buyerId()}&${query}`);
  const rows = await calls.rows(calls.bridgeOf('RFP').bridgeId, {}, `?${query}`);

  expect([signals.status, rows.status]).toEqual([400, 400]);
});

test('the envelope counts all items, and a page behind the last is empty', async () => {
  const calls = createSandboxCalls();
  const { bridgeId } = calls.bridgeOf('RFP');
  await calls.add({ count: 23, bridgeId, buyerId: calls.buyerId() });

  const first = await calls.rows(bridgeId, {});
  const last = await calls.rows(bridgeId, {}, '?pageNumber=3');
  const behind = await calls.signals(`buyerId=${calls.buyerId()}&pageNumber=5&pageSize=7`);

  expect(first.body).toMatchObject({ pageNumber: 1, pageSize: 10, totalItems: 23, totalPages: 3 });
  expect(first.body.result).toHaveLength(10);
  expect(last.body.result).toHaveLength(3);
  expect(behind.body).toEqual({ pageNumber: 5, pageSize: 7, totalItems: 23, totalPages: 4, result: [] });
});

test('an empty list has no pages', async () => {
  const calls = createSandboxCalls();

  const { body } = await calls.signals(`buyerId=${calls.buyerId()}`);

  expect(body).toEqual({ pageNumber: 1, pageSize: 10, totalItems: 0, totalPages: 0, result: [] });
});

test('a path that is no operation is a 404', async () => {
  const calls = createSandboxCalls();

  const { status, body } = await calls.control('GET', 'nothing');

  expect({ status, code: body.code }).toEqual({ status: 404, code: 'resource.notFound' });
});
