import { type Page, startPage } from '../../../view/page/page.ts';
import type { PageWorld } from '../../../view/page/pages/page-world.ts';
import { openPageLedger, type PageLedger, worldOf } from '../../support/page/page-ledger.ts';

export const now = Date.UTC(2026, 10, 21, 8);

export interface OpenedPage extends PageLedger {
  readonly page: Page;
  /** Asks for a page, with the token. */
  ask(path: string): Promise<Response>;
  /** The answer to a page. */
  get<Answer>(path: string): Promise<Answer>;
  post(name: string, input: object): Promise<{ status: number; problem?: string; done?: string }>;
}

export async function openPage(
  over: Partial<PageWorld> = {},
  port = 0,
  changes?: () => number,
): Promise<OpenedPage> {
  const opened = openPageLedger(() => now);
  const world = worldOf(opened);
  const page = await startPage({
    port,
    changes,
    live: true,
    world: { ...world, isRunning: () => true, now: () => now, ...over },
  });
  const headers = { 'content-type': 'application/json', 'x-signalpost-token': page.token };
  const ask: OpenedPage['ask'] = (path) => fetch(`${page.url}/api/${path}`, { headers });
  return {
    ...opened,
    page,
    ask,
    get: async <Answer>(path: string) => (await (await ask(path)).json()) as Answer,
    async post(name, input) {
      const url = `${page.url}/api/actions/${name}`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(input) });
      return { status: answer.status, ...((await answer.json()) as object) };
    },
  };
}
