import { randomBytes } from 'node:crypto';
import { suggest } from '../../cli/words/suggest.ts';
import { loopback } from '../../sandbox/http/loopback-server.ts';
import { listenOrExplain } from '../listen-or-explain.ts';
import { createLiveView } from './live-view.ts';
import { createPageApp, type PageAppOptions } from './page-app.ts';

export interface PageOptions extends Pick<PageAppOptions, 'world' | 'live'> {
  /** 4600 unless the user says otherwise; 0 takes any free port. */
  readonly port: number;
}

export type Page = Awaited<ReturnType<typeof startPage>>;

/**
 * The page on loopback, because it has no sign-in: shows a ledger in a browser on this machine. Who has its token, which
 * is in no page and no cookie, may also change the ledger. Throws `ConfigurationError` if the port is taken.
 */
export async function startPage({ port, world, live }: PageOptions) {
  const view = createLiveView(world.now, {
    api: world.config.api,
    command: (words) => suggest(words, world.flags),
  });
  const token = world.stage === null ? randomBytes(16).toString('base64url') : null;
  const app = await createPageApp({ world, view, live, token });
  const server = await listenOrExplain(app, port, '--page-port');
  return {
    /** `http://127.0.0.1:4600` */
    url: `http://${loopback}:${server.port}`,
    /** null over a stage, which is only read. */
    token,
    observe: view.observe,
    close: server.close,
  };
}
