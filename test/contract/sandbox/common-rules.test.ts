import { expect, test } from 'vitest';
import { createSandboxCalls } from './sandbox-calls.ts';

// `npm run test:api` sends each operation wrong credentials, other methods, and parameters beyond their bounds.

test('only the buyer of a list of signals must be a UUID: an id in a path is any text', async () => {
  const calls = createSandboxCalls();

  for (const id of ['tenders', 'a%2Fb', '%20', '%25', 'constructor']) {
    const answers = [
      await calls.metadata(id),
      await calls.signals(`buyerId=${id}`),
      await calls.rows(id, {}),
      await calls.summary(id),
    ];

    expect(answers.map(({ status }) => status)).toEqual([404, 400, 404, 404]);
  }
});

test('ids are taken in upper case too', async () => {
  const calls = createSandboxCalls({ signals: 60 });
  const bridgeId = calls.bridgeOf('RFP').bridgeId.toUpperCase();
  const buyerId = calls.buyerId().toUpperCase();

  const answers = [
    await calls.metadata(bridgeId),
    await calls.signals(`buyerId=${buyerId}&triggerIds=${bridgeId}`),
    await calls.rows(bridgeId, {}),
    await calls.summary(buyerId),
  ];

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
});

test('the envelope counts all items, and a page behind the last is empty', async () => {
  const calls = createSandboxCalls();
  const { bridgeId } = calls.bridgeOf('RFP');
  const none = await calls.signals(`buyerId=${calls.buyerId()}`);
  await calls.add({ count: 23, bridgeId, buyerId: calls.buyerId() });

  const first = await calls.rows(bridgeId, {});
  const last = await calls.rows(bridgeId, {}, '?pageNumber=3');
  const behind = await calls.signals(`buyerId=${calls.buyerId()}&pageNumber=5&pageSize=7`);

  expect(none.body).toEqual({ pageNumber: 1, pageSize: 10, totalItems: 0, totalPages: 0, result: [] });
  expect(first.body).toMatchObject({ pageNumber: 1, pageSize: 10, totalItems: 23, totalPages: 3 });
  expect(first.body.result).toHaveLength(10);
  expect(last.body.result).toHaveLength(3);
  expect(behind.body).toEqual({ pageNumber: 5, pageSize: 7, totalItems: 23, totalPages: 4, result: [] });
});

test.each([
  [403, ['attacker.example', 'attacker.example:4010', '127.0.0.1.attacker.example', '192.168.0.1']],
  [200, ['127.0.0.1', '127.0.0.1:4010', 'localhost:4010', 'LocalHost', '[::1]:4010']],
])('the API and the control calls answer %i to the hosts %j', async (expected, hosts) => {
  const calls = createSandboxCalls();
  const signals = `/api/external/feed/all/buyer-signals?buyerId=${calls.buyerId()}`;

  for (const host of hosts) {
    const headers = { host, authorization: 'Bearer secret' };
    const answers = [await calls.app.request(signals, { headers })];
    answers.push(await calls.app.request('/sandbox/world', { headers }));

    expect(
      answers.map(({ status }) => status),
      host,
    ).toEqual([expected, expected]);
  }
});
