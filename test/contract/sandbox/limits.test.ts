import { request } from 'node:http';
import { beforeAll, expect, test } from 'vitest';
import { startSandbox } from '../../../sandbox/serve.ts';
import { loadOpenApi } from '../../support/upstream/openapi.ts';
import { createSandboxCalls, type SandboxCalls, start } from './sandbox-calls.ts';

const openApi = loadOpenApi();
let calls: SandboxCalls;
let rows: string;
let signals: string;
beforeAll(() => {
  calls = createSandboxCalls({ signals: 40 });
  rows = `bridge/${calls.bridgeOf('RFP').bridgeId}/row`;
  signals = `feed/all/buyer-signals?buyerId=${calls.buyerId()}`;
});

const terms = (count: number) => ({
  filters: { terms: Array.from({ length: count }, () => ({ field: 'buyerId', operation: 'IsNotEmpty' })) },
});
const emoji = '🛠';

test.each<[string, (length: number) => [path: string, body?: unknown], number]>([
  ['signals on a page', (length) => [`${signals}&pageSize=${length}`], 100],
  ['pages of signals', (length) => [`${signals}&pageNumber=${length}`], 2 ** 31 - 1],
  ['rows on a page', (length) => [`${rows}?pageSize=${length}`, {}], 100],
  ['pages of rows', (length) => [`${rows}?pageNumber=${length}`, {}], 2 ** 31 - 1],
  ['terms of a filter', (length) => [rows, terms(length)], 100],
  ['characters of a query', (length) => [rows, { query: emoji.repeat(length) }], 10_000],
])('the sandbox and its document agree on the most %s', async (_what, callFor, most) => {
  const [fits, exceeds] = [callFor(most), callFor(most + 1)];

  expect([await answerTo(...fits), problemsOf(...fits)]).toEqual([200, 0]);
  expect([await answerTo(...exceeds), problemsOf(...exceeds)]).toEqual([400, 1]);
});

test.each([
  ['Any', 1_000],
  ['ContainedBy', 1_000],
  ['ContainsAny', 1_000],
  ['ContainsAll', 1_000],
])('%s takes %i values, and no more', async (operation, most) => {
  const term = (count: number) => ({
    filters: { terms: [{ field: 'entryName', operation, value: Array.from({ length: count }, String) }] },
  });

  expect(await answerTo(rows, term(most))).toBe(200);
  expect(await answerTo(rows, term(most + 1))).toBe(400);
});

test('a request line of more than 16 KiB is a 431', async () => {
  const plan = { seed: 1, buyers: 1, bridges: 1, signals: 0 };
  const sandbox = await startSandbox({ ...plan, port: 0, now: () => start });

  const status = await new Promise((resolve, reject) => {
    request(`${sandbox.url}/${'x'.repeat(16 * 1024)}`, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

  expect(status).toBe(431);
  await sandbox.close();
});

async function answerTo(path: string, body?: unknown): Promise<number> {
  const json = { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  return (await calls.api(body ? 'PUT' : 'GET', path, body ? json : {})).status;
}

function problemsOf(path: string, body?: unknown): number {
  return openApi.checkRequest({
    method: body ? 'PUT' : 'GET',
    path: `/api/external/${path}`,
    headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
    body: body ? JSON.stringify(body) : '',
  }).length;
}
