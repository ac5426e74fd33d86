import { beforeAll, describe, expect, it } from 'vitest';
import type { Changes } from '../../../machine/page/view-model.ts';
import { type BenchState, signingSecret, startRunBench, token } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 3 }));
let state: BenchState;

beforeAll(async () => {
  state = bench.newState();
});

describe('the page of a run with destinations of its own', () => {
  it('shows what was sent before it began, and no address or secret', async () => {
    const ran = await state.runOnce();
    expect(ran.exitCode, ran.stderr).toBe(0);
    const [sent] = bench.inbox.digests;

    const text = await readPage();

    expect((JSON.parse(text) as Changes).digests).toMatchObject([
      { digestId: sent?.id, routeId: 'all', body: { data: sent?.data } },
    ]);
    for (const hidden of [token, signingSecret, bench.inbox.urlOf('all')]) expect(text).not.toContain(hidden);
    expect(bench.inbox.requests).toHaveLength(1);
  });
});

/** Starts it, and ends it once its page has answered. */
async function readPage(): Promise<string> {
  const run = state.start(['start', '--page-port', '0']);
  try {
    const [, url] = await run.told(/Open (http:\S+)/);
    return await (await fetch(`${url}/state.json`)).text();
  } finally {
    run.kill('SIGINT');
    await run.ended;
  }
}
