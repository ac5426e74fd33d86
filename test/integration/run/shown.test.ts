import { beforeAll, expect, it } from 'vitest';
import type { Digest, DigestList } from '../../../view/page/contract.ts';
import { type BenchState, signingSecret, startRunBench, token } from '../../support/commands/run-bench.ts';
import { openedForAll } from '../../support/opened-for-all.ts';

const bench = openedForAll(() => startRunBench({ buyers: 1, signals: 3 }));
let state: BenchState;

beforeAll(async () => {
  state = bench.newState();
  const ran = await state.runOnce();
  expect(ran.exitCode, ran.stderr).toBe(0);
});

it.each([
  ['a run', ['run', '--page']],
  ['a command of its own', ['page']],
])('the page of %s shows what was sent before it began, and no address or secret', async (_, args) => {
  const [sent] = bench.inbox.digests;

  const { list, digest, all } = await readPage(args);

  expect(list.digests).toMatchObject([{ digestId: sent?.id, routeId: 'all', state: 'DELIVERED' }]);
  expect(digest.body).toMatchObject({ data: sent?.data });
  for (const hidden of [token, signingSecret, bench.inbox.urlOf('all')]) expect(all).not.toContain(hidden);
  expect(bench.inbox.requests).toHaveLength(1);
});

/** Starts it, and ends it once its page has answered. */
async function readPage(args: readonly string[]) {
  const run = state.start([...args, '--page-port', '0']);
  const told: string[] = [];
  try {
    const [, url = ''] = await run.told(/Open (http:\S+)/);
    const get = async (path: string) => {
      const address = Object.assign(new URL(url), { pathname: `/api/${path}` });
      const text = await (await fetch(address)).text();
      told.push(text);
      return JSON.parse(text);
    };
    const list: DigestList = await get('digests');
    const digest: Digest = await get(`digests/${list.digests[0]?.path}`);
    for (const room of ['page', 'now', 'buyers', 'upstream', 'settings']) await get(room);
    return { list, digest, all: told.join('\n') };
  } finally {
    run.kill('SIGINT');
    await run.ended;
  }
}
