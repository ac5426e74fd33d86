import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createSandboxApp } from './app.ts';
import { tick } from './control/add-signals.ts';
import type { RequestCounts } from './control/request-counts.ts';
import { seedRows } from './data/seed-rows.ts';
import { describeWorld, makeWorld, type WorldDescription } from './data/world.ts';
import { checkOptions, SandboxError, type SandboxOptions } from './sandbox-options.ts';

export type { SandboxOptions } from './sandbox-options.ts';

export interface Sandbox {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly url: string;
  readonly token: string;
  readonly world: WorldDescription;
  counts(): RequestCounts;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/**
 * Resolves when the sandbox is ready. Throws `SandboxError` on a wrong option or a taken port.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  checkOptions(options);
  const { now, every, token = 'sandbox-token', host = '127.0.0.1' } = options;
  const report = options.report ?? ((error: Error) => console.error(`sandbox: ${error.message}`));
  const { seed, buyers, bridges, signals } = options;
  const store = seedRows(makeWorld({ seed, buyers, bridges, signals }), now());
  const stops = new Set<() => void>();
  const { app, requests } = createSandboxApp({
    store,
    token,
    now,
    report,
    wait: every && waitBy(every, stops),
    summaryDelayMs: options.summaryDelayMs,
  });
  // A local run in the same process uses its own fetch: its globals must not change.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false }) as Server;
  const port = await listen(server, options.port, host);
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
