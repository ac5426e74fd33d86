import { type Page, startPage } from '../../../machine/page/page.ts';
import type { PageWorld } from '../../../machine/page/page-world.ts';
import { openPageLedger, type PageLedger, worldOf } from '../../support/page/page-ledger.ts';

export const now = Date.UTC(2026, 10, 21, 8);

export interface OpenedPage extends PageLedger {
  readonly page: Page;
  /** The answer to a room, and its status. */
  get<Answer>(path: string): Promise<Answer>;
  post(
    name: string,
    input: object,
    token?: string | null,
  ): Promise<{ status: number; problem?: string; done?: string }>;
}

export async function openPage(over: Partial<PageWorld> = {}, port = 0): Promise<OpenedPage> {
  const opened = openPageLedger(() => now);
  const world = worldOf(opened);
  const page = await startPage({
    port,
    live: true,
    world: { ...world, isRunning: () => true, now: () => now, ...over },
  });
  return {
    ...opened,
    page,
    get: async <Answer>(path: string) => (await (await fetch(`${page.url}/api/${path}`)).json()) as Answer,
    async post(name, input, token = page.token) {
      const answer = await fetch(`${page.url}/api/deeds/${name}`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token === null ? {} : { 'x-signalpost-token': token }),
        },
        body: JSON.stringify(input),
      });
      return { status: answer.status, ...((await answer.json()) as object) };
    },
  };
}
