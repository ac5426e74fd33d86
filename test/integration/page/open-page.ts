import { startPage } from '../../../view/page/page.ts';
import type { PageWorld } from '../../../view/page/pages/page-world.ts';
import { openPageLedger, worldOf } from '../../support/page/page-ledger.ts';

export const now = Date.UTC(2026, 10, 21, 8);

export type OpenedPage = Awaited<ReturnType<typeof openPage>>;

export async function openPage(over: Partial<PageWorld> = {}, port = 0, changes?: () => number) {
  const opened = openPageLedger(() => now);
  const world = worldOf(opened);
  const page = await startPage({
    port,
    changes,
    live: true,
    world: { ...world, isRunning: () => true, now: () => now, ...over },
  });
  const headers = { 'content-type': 'application/json', 'x-signalpost-token': page.token };
  /** Asks for a page, with the token. */
  const ask = (path: string) => fetch(`${page.url}/api/${path}`, { headers });
  return {
    ...opened,
    page,
    ask,
    /** The answer to a page. */
    get: async <Answer>(path: string) => (await (await ask(path)).json()) as Answer,
    async post(name: string, input: object) {
      const url = `${page.url}/api/actions/${name}`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
      const said = (await answer.json()) as { problem?: string; done?: string };
      return { status: answer.status, ...said };
    },
  };
}
