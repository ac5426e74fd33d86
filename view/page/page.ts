import { randomBytes } from 'node:crypto';
import { suggest } from '../words/suggest.ts';
import { listenOrExplain } from './listen-or-explain.ts';
import { createLiveView } from './live-view.ts';
import { createPageApp, type PageAppOptions } from './page-app.ts';

export interface PageOptions extends Pick<PageAppOptions, 'world' | 'live'> {
  /** 4600 unless the user says otherwise; 0 takes any free port. */
  readonly port: number;
  /** A number that is another once another process changed the ledger; it is asked for each second. @default nothing tells */
  readonly changes?: (() => number) | undefined;
}

const lookMs = 1_000;

export type Page = Awaited<ReturnType<typeof startPage>>;

/**
 * Serves the page on loopback: it shows a ledger in a browser on this machine to everybody with its token. Throws
 * `ConfigurationError` if the port is taken.
 */
export async function startPage({ port, world, live, changes }: PageOptions) {
  const view = createLiveView(world.now, {
    api: world.config.api,
    command: (words) => suggest(words, world.flags),
  });
  const token = randomBytes(16).toString('base64url');
  const app = await createPageApp({ world, view, live, token });
  const { url, close } = await listenOrExplain(app, port, '--page-port');
  let seen = changes?.();
  const look = () => {
    const now = changes?.();
    if (now !== seen) view.touch();
    seen = now;
  };
  const looking = changes && setInterval(look, lookMs);
  return {
    /** `http://127.0.0.1:4600` */
    url,
    /** A secret that keeps other users of this machine and other web pages out. */
    token,
    /** The address to open in a browser. `page`: `#/preview/sales` */
    address: (page = '') => `${url}/?token=${token}${page}`,
    observe: view.observe,
    close: async (): Promise<void> => {
      clearInterval(looking);
      await close();
    },
  };
}
