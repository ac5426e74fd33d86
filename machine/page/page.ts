import { setTimeout as sleep } from 'node:timers/promises';
import { describeError } from '../../shared/domain/describe-error.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import type { Observation } from '../../shared/domain/observation.ts';
import type { Context } from '../../shared/domain/observations/row.ts';
import type { LatestDigest } from '../../shared/ledger/digests/latest-digests.ts';
import { type LoopbackServer, listenOnLoopback, loopback } from '../receiver/loopback-server.ts';
import { createLiveView, type LiveView } from './live-view.ts';
import { createPageApp } from './page-app.ts';

export interface PageOptions extends Pick<Context, 'command'> {
  /** 4600 unless the user says otherwise; 0 takes any free port. */
  readonly port: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Reads at most `most` of the latest digests from the ledger, also those from before this process, oldest first. */
  readonly readDigests: (most: number) => Promise<readonly LatestDigest[]>;
}

export type Page = Awaited<ReturnType<typeof startPage>>;

/**
 * The live page on loopback, because it has no sign-in: shows the running pipeline in a browser on this machine, with its last 200 lines and 20 digests. Throws `ConfigurationError` if the port is taken.
 */
export async function startPage({ port, now, command, readDigests }: PageOptions) {
  const view = createLiveView({ now, command });
  const follow = await followDigests(view, readDigests);
  const server = await listenOrExplain(await createPageApp(view), port);
  return {
    /** `http://127.0.0.1:4600` */
    url: `http://${loopback}:${server.port}`,
    describe: view.describe,
    observe: (observation: Observation): void => {
      view.observe(observation);
      follow(observation);
    },
    close: server.close,
  };
}

const mostDigests = 20;
/** Many digests may change quickly: changes within this time are read together. */
const gatherMs = 200;

/** Shows the latest digests. Returns a listener that reads them again after each observation of a digest. */
async function followDigests(
  view: LiveView,
  readDigests: PageOptions['readDigests'],
): Promise<(observation: Observation) => void> {
  view.showDigests(await readDigests(mostDigests));
  let isStale = false;
  let isReading = false;
  async function readUntilFresh(): Promise<void> {
    isReading = true;
    while (isStale) {
      await sleep(gatherMs);
      isStale = false;
      try {
        view.showDigests(await readDigests(mostDigests));
      } catch (error) {
        // The pipeline itself continues.
        const problem = `the digests could not be read from the ledger: ${describeError(error)}`;
        view.observe({ kind: 'function-failed', function: 'the page', problem });
      }
    }
    isReading = false;
  }
  return (observation) => {
    if (!('digestId' in observation)) return;
    isStale = true;
    if (!isReading) void readUntilFresh();
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
