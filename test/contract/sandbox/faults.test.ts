import { expect, test } from 'vitest';
import { createSandboxCalls, type SandboxCalls } from './sandbox-calls.ts';

const ask = (calls: SandboxCalls) =>
  calls.app.request(`/api/external/feed/all/buyer-signals?buyerId=${calls.buyerId()}`, {
    headers: { authorization: 'Bearer secret' },
  });
const statuses = async (calls: SandboxCalls, times: number) => {
  const seen: number[] = [];
  for (let time = 0; time < times; time += 1) seen.push((await ask(calls)).status);
  return seen;
};

test('a status fault answers so many calls, then all is well again', async () => {
  const calls = createSandboxCalls();
  await calls.control('faults', { kind: 'status', status: 503, calls: 2, retryAfter: 7 });

  const first = await ask(calls);
  const rest = await statuses(calls, 3);

  expect([first.status, first.headers.get('retry-after')]).toEqual([503, '7']);
  expect(rest).toEqual([503, 200, 200]);
});

test('a fault of one operation leaves the others alone', async () => {
  const calls = createSandboxCalls();
  await calls.control('faults', { kind: 'status', operation: 'getBuyerSummary' });
  await calls.add({ buyerId: calls.buyerId() });

  const signals = await ask(calls);
  const summary = await calls.summary(calls.buyerId());

  expect([signals.status, summary.status]).toEqual([200, 500]);
});

test('garbage is a 200 that is no JSON', async () => {
  const calls = createSandboxCalls();
  await calls.control('faults', { kind: 'garbage' });

  const answer = await ask(calls);

  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  await expect(answer.json()).rejects.toThrow(SyntaxError);
});
