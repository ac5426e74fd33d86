import { beforeAll, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { type Receiver, startReceiver } from '../../support/destinations/receiver.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 3 }));
const tool: Receiver = openedForAll(() => startReceiver());
const secret = 'tool-token-5b1f0c';
let state: BenchState;

/** Fails for the signals that have this name. */
const body = (bad: string) => ({
  tasks: {
    $map: { $eval: 'signals' },
    'each(s)': { $if: `s.name == '${bad}'`, then: '${s.none}', else: '${s.name}' },
  },
  due: { $fromNow: '1 day' },
  type: { $eval: 'type' },
});
const configure = (template: object) =>
  state.configure({
    routes: [
      {
        id: 'tool',
        when: 'immediately',
        to: {
          type: 'webhook',
          url: tool.url,
          body: template,
          final: [422],
          headers: { Authorization: { secret: 'TOOL_TOKEN', prefix: 'Bearer ' }, 'Idempotency-Key': '${id}' },
        },
      },
    ],
  });
const run = (...args: string[]) => state.run(args, { TOOL_TOKEN: secret });
const taken = () => tool.requests.map((request) => JSON.parse(request.body));

beforeAll(() => {
  state = bench.newState();
});

describe('a route to a tool', () => {
  it('is refused with the place of a name that nothing has', async () => {
    configure({ tasks: ['${sgnals}'] });

    const { exitCode, stderr } = await run('run', '--once');

    expect(exitCode).toBe(2);
    expect(stderr).toContain(
      'routes[0].to.body.tasks[0]: found the unknown name "sgnals" (did you mean "signals"?)',
    );
  });

  it('sends what its template makes, with its token, and shows the body and never the token', async () => {
    configure(body('nothing'));
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

  it('sends a sample as a test', async () => {
    const { exitCode, stdout } = await run('test', 'tool');

    expect(exitCode, stdout).toBe(0);
    expect(taken().at(-1)).toMatchObject({ tasks: [expect.stringMatching(/^Sample: /)], type: 'test' });
  });

  it('leaves the signal waiting for which the template fails, and says why in the preview', async () => {
    const names = ['good one', 'bad one'];
    for (const name of names) await bench.addSignals({ buyerId: bench.buyerIds[0], count: 1, name });
    configure(body('bad one'));
    const before = tool.requests.length;

    await run('run', '--once');
    const preview = await run('preview', 'tool');

    const tasks = taken()
      .slice(before)
      .flatMap((one) => one.tasks);
    expect(tasks).not.toContain('bad one');
    expect(preview.stdout + preview.stderr).toContain('tasks: object has no property "none"');
  });
});
