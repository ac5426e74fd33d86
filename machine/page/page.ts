import { isRefusedByFetch, usablePortAfter } from '../../sandbox/http/refused-ports.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import { type LoopbackServer, listenOnLoopback, loopback } from '../receiver/loopback-server.ts';
import type { ReceivedMessage } from '../receiver/received-message.ts';
import { followLedger, type ReadDigests } from './ledger-digests.ts';
import { createLiveView } from './live-view.ts';
import { createPageApp } from './page-app.ts';
import type { PageDescription } from './view-model.ts';

export interface PageOptions {
  /** 4600 unless the user says otherwise; 0 takes any free port. */
  readonly port: number;
  /** Loopback only: the page has no sign-in. */
  readonly host: typeof loopback;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Reads the digests from the ledger, so that the page also shows those from before this process. */
  readonly readDigests: ReadDigests;
}

export interface Page {
  /** `http://127.0.0.1:4600` */
  readonly url: string;
  describe(description: PageDescription): void;
  observe(observation: Observation): void;
  received(message: ReceivedMessage): void;
  close(): Promise<void>;
}

/**
 * The live page: shows the running pipeline in a browser on this machine. Keeps the last few hundred lines and a few
 * dozen digests. Throws `ConfigurationError` if the port is taken, or if browsers never connect to it.
 */
export async function startPage({ port, now, readDigests }: PageOptions): Promise<Page> {
  if (isRefusedByFetch(port)) {
    throw new ConfigurationError([
      `--page-port: found ${port}, which browsers never connect to; give another, for example ${usablePortAfter(port)}`,
    ]);
  }
  const view = createLiveView(now);
  const follow = await followLedger(view, readDigests);
  const server = await listenOrExplain(await createPageApp(view), port);
  return {
    url: `http://${loopback}:${server.port}`,
    describe: view.describe,
    observe: (observation) => {
      view.observe(observation);
      follow(observation);
    },
    received: view.received,
    close: server.close,
  };
}

async function listenOrExplain(
  app: Awaited<ReturnType<typeof createPageApp>>,
  port: number,
): Promise<LoopbackServer> {
  try {
    return await listenOnLoopback(app, port);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const found = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be opened by this user';
    throw new ConfigurationError(
      [`--page-port: port ${port} ${found}; choose another, for example --page-port ${port + 1}`],
      { cause: error },
    );
  }
}
