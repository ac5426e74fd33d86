import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createSandboxApp } from './app.ts';
import { tick } from './control/arrivals.ts';
import type { RequestCounts } from './control/request-counts.ts';
import { describeWorld, makeWorld, type WorldDescription, type WorldPlan } from './data/world.ts';
import type { CellForm } from './operations/present-row.ts';
import { SandboxError } from './sandbox-error.ts';
import { openStore } from './store/open-store.ts';

export interface SandboxOptions extends WorldPlan {
  /** 0: any free one. */
  readonly port: number;
  readonly host?: '127.0.0.1' | undefined;
  /** A file, kept across starts, or `:memory:`. */
  readonly db: string;
  /** New signals a minute; 0: none arrives by itself. */
  readonly rate: number;
  /** @default 'sandbox-token' */
  readonly token?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls `run` each `ms` milliseconds until the function it answers with is called. Needed for a rate and latency. */
  readonly every?: ((ms: number, run: () => void) => () => void) | undefined;
  /** @default 'mixed' */
  readonly cells?: CellForm | undefined;
  /** How long after the first ask a summary is ready. @default 3000 */
  readonly summaryDelayMs?: number | undefined;
  /** Told of what went wrong inside. Default: the message on stderr. */
  readonly report?: ((error: Error) => void) | undefined;
}

export interface Sandbox {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly world: WorldDescription;
  counts(): RequestCounts;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** Ready when it resolves. Throws `SandboxError` on a wrong option, a taken port or an unusable database. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  checkOptions(options);
  const { now, every, token = 'sandbox-token', host = '127.0.0.1' } = options;
  const report = options.report ?? ((error: Error) => console.error(`sandbox: ${error.message}`));
  const { seed, buyers, bridges, signals } = options;
  const { store, close: closeStore } = openStore(
    options.db,
    makeWorld({ seed, buyers, bridges, signals }),
    now(),
  );
  const stops = new Set<() => void>();
  const { app, requests } = createSandboxApp({
    store,
    token,
    now,
    report,
    wait: every && waitBy(every, stops),
    cells: options.cells,
    summaryDelayMs: options.summaryDelayMs,
  });
  // The process around a local run has a fetch of its own: its globals stay as they are.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  const port = await listen(server, options.port, host).catch((error: unknown) => {
    closeStore();
    throw error;
  });
  if (every && options.rate > 0) stops.add(every(60_000 / options.rate, () => tick(store, now())));
  return {
    url: `http://${host}:${port}`,
    token,
    world: describeWorld(store.world),
    counts: () => requests.read(),
    close: async () => {
      for (const stop of stops) stop();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
      closeStore();
    },
  };
}

function waitBy(
  every: NonNullable<SandboxOptions['every']>,
  stops: Set<() => void>,
): (ms: number) => Promise<void> {
  return (ms) =>
    new Promise((resolve) => {
      const stop = every(ms, () => {
        stop();
        stops.delete(stop);
        resolve();
      });
      stops.add(stop);
    });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason =
        error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code ?? error.message})`;
      reject(
        new SandboxError(`port: ${port} on ${host} ${reason}; name another, or 0 for any`, { cause: error }),
      );
    });
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

const limits = {
  port: [0, 65_535],
  seed: [0, Number.MAX_SAFE_INTEGER],
  buyers: [1, 20_000],
  bridges: [1, 500],
  signals: [0, 1_000_000],
  rate: [0, 60_000],
} as const;

function checkOptions(options: SandboxOptions): void {
  for (const [name, [least, most]] of Object.entries(limits)) {
    const value = options[name as keyof typeof limits];
    const whole = name === 'rate' ? Number.isFinite(value) : Number.isInteger(value);
    if (!whole || value < least || value > most) {
      throw new SandboxError(`${name}: must be a whole number from ${least} to ${most}, but is ${value}`);
    }
  }
  if (options.token === '')
    throw new SandboxError('token: is empty; leave it out for the default, or name one');
  if (options.rate > 0 && !options.every) {
    throw new SandboxError(
      'rate: signals can only arrive by themselves with a timer; hand in `every`, or rate 0',
    );
  }
}
