import { beforeEach, describe, expect, it } from 'vitest';
import { type BenchState, startRunBench } from '../../support/commands/run-bench.ts';
import { schemaFaults } from '../../support/destinations/digest-schema.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 3 }));
let state: BenchState;
beforeEach(() => {
  state = bench.newState();
  bench.inbox.answer = undefined;
});

describe('`test ROUTE`', () => {
  it('sends one signed sample that no automation takes for a digest, before anything has run', async () => {
    const before = bench.inbox.requests.length;

    const { exitCode, stdout, stderr } = await state.run(['test', 'all']);

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

    const { exitCode, stdout, stderr } = await state.run(['test', 'all']);

    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^signalpost: route all: the test was not delivered to .+: answered 404\n$/);
  });
});
