import { beforeAll, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { schemaFaults } from '../../support/destinations/digest-schema.ts';
import { type Answer, type Receiver, startReceiver } from '../../support/destinations/receiver.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 3 }));
let refusal: Answer = {};
const tool: Receiver = openedForAll(() => startReceiver({ answers: () => refusal }));
const secret = 'tool-token-5b1f0c';
let state: BenchState;

const body = {
  tasks: { $map: { $eval: 'signals' }, 'each(s)': '${s.name}' },
  due: { $fromNow: '1 day' },
  type: { $eval: 'type' },
};
const run = (...args: string[]) => state.run(args, { TOOL_TOKEN: secret });
const taken = () => tool.requests.map((request) => JSON.parse(request.body));

beforeAll(() => {
  state = bench.newState();
  state.configure({
    routes: [
      {
        id: 'tool',
        when: 'immediately',
        to: {
          type: 'webhook',
          url: tool.url,
          body,
          final: [422],
          headers: { Authorization: { secret: 'TOOL_TOKEN', prefix: 'Bearer ' }, 'Idempotency-Key': '${id}' },
        },
      },
    ],
  });
});

describe('a route to a tool', () => {
  it('sends what its template makes, with its token, and shows the body and never the token', async () => {
    const ran = await run('run', '--once');
    expect(ran.exitCode, ran.stderr).toBe(0);

    expect(taken()).toEqual([
      {
        tasks: expect.arrayContaining([expect.any(String)]),
        due: expect.any(String),
        type: 'digest.created',
      },
    ]);
    const [request] = tool.requests;
    const id = request?.headers['webhook-id'];
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'idempotency-key': id });
    expect(request?.headers['webhook-signature']).toBeUndefined();
    const history = await run('history', String(id));
    expect(history.stdout).toContain('"type": "digest.created"');
    expect(history.stdout).toContain(taken()[0].tasks[0]);
    expect([ran, history].map(({ stdout, stderr }) => stdout + stderr).join()).not.toContain(secret);
  });

  it('needs --yes to repeat what was delivered, whatever its headers are', async () => {
    const id = String(tool.requests[0]?.headers['webhook-id']);

    const { exitCode, stdout, stderr } = await run('resend', 'tool', id);

    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' });
    expect(stderr).toContain('--yes: route tool would repeat 1 message. A tool may not recognize repeats: ');
    expect(await run('resend', 'tool', id, '--yes')).toMatchObject({ exitCode: 0 });
  });

  it('shows a person who tests it the body and the words of a refusal, and nobody else', async () => {
    const said = JSON.stringify({ error: `no property "tasks" for ${secret}` });
    refusal = { status: 422, body: said };

    const [shown, json] = [await run('test', 'tool'), await run('test', 'tool', '--json')];
    refusal = {};

    const answer = '{"error":"no property \\"tasks\\" for [redacted]"}';
    expect(shown.stdout).toContain('"type": "test"');
    expect(shown.stdout).toMatch(/\nThe webhook said: .+\n$/);
    expect(shown.stdout).toContain(answer);
    expect(JSON.parse(json.stdout)).toMatchObject({ body: { type: 'test' }, delivered: false, answer });
    expect(shown.stderr).toMatch(/: answered 422: to\.final lists it as a refusal\n$/);
  });
});

describe('`test ROUTE`', () => {
  it('sends one signed sample that no automation takes for a digest, before anything has run', async () => {
    const before = bench.inbox.requests.length;

    const { exitCode, stdout, stderr } = await bench.newState().run(['test', 'all']);

    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(
      /^route all: the test was sent to the webhook at 127\.0\.0\.1:\d+: answered 204\.\n$/,
    );
    const [request, ...more] = bench.inbox.requests.slice(before);
    const body = JSON.parse(request?.body ?? '');
    expect(more).toEqual([]);
    expect(body).toEqual({
      type: 'test',
      timestamp: expect.any(String),
      data: { version: 1, routeId: 'all', testId: request?.headers['webhook-id'] },
    });
    expect(schemaFaults(body)).toEqual([]);
    expect(bench.inbox.problems).toEqual([]);
  });

  it('shows the answer of a destination that refuses it, and exits with 1', async () => {
    bench.inbox.answer = () => ({ status: 404 });

    const { exitCode, stdout, stderr } = await bench.newState().run(['test', 'all']);
    bench.inbox.answer = undefined;

    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^signalpost: route all: the test was not delivered to .+: answered 404\n$/);
  });
});
