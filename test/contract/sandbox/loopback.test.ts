import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../../sandbox/serve.ts';
import { start } from './sandbox-calls.ts';

let sandbox: Sandbox;
beforeAll(async () => {
  const world = { seed: 1, buyers: 3, bridges: 2, signals: 5 };
  sandbox = await startSandbox({ ...world, port: 0, now: () => start });
});
afterAll(() => sandbox.close());

const signals = () => `/api/external/feed/all/buyer-signals?buyerId=${sandbox.world.buyers[0]?.buyerId}`;

test.each(['attacker.example', 'attacker.example:4010', '127.0.0.1.attacker.example', '192.168.0.1'])(
  'neither the API nor the control calls answer to the host %j',
  async (host) => {
    const answers = [await ask(signals(), host), await ask('/sandbox/world', host)];

    expect(answers.map(({ status }) => status)).toEqual([403, 403]);
    expect(answers.map(({ body }) => body).join()).not.toContain(sandbox.world.buyers[0]?.name);
  },
);

test.each(['127.0.0.1', '127.0.0.1:4010', 'localhost:4010', 'LocalHost', '[::1]:4010'])(
  'both answer to %s',
  async (host) => {
    const answers = [await ask(signals(), host), await ask('/sandbox/world', host)];

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  },
);

/** `fetch` sets the Host header itself. */
function ask(path: string, host: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${sandbox.token}` };
    request(sandbox.url + path, { headers }, async (answer) => {
      resolve({ status: answer.statusCode, body: await text(answer) });
    })
      .on('error', reject)
      .end();
  });
}
