import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import type { Hono } from 'hono';

export const loopback = '127.0.0.1';

export type LoopbackServer = Awaited<ReturnType<typeof listenOnLoopback>>;

/** Headers and body must come within this time. Node would look only each half a minute. */
const patience = { requestTimeout: 10_000, connectionsCheckingInterval: 1_000 };

/**
 * Serves the app on 127.0.0.1; port 0 takes any, and connections over `most` are closed. Rejects with Node's own error,
 * `EADDRINUSE` for a taken port.
 */
export async function listenOnLoopback(app: Hono, port: number, most = Number.POSITIVE_INFINITY) {
  // A local run in the same process uses its own fetch: its globals must not change.
  const own = { overrideGlobalObjects: false, serverOptions: patience };
  const server = createAdaptorServer({ fetch: app.fetch, ...own }) as Server;
  server.maxConnections = most;
  await once(server.listen(port, loopback), 'listening');
  return {
    /** `http://127.0.0.1:PORT` */
    url: `http://${loopback}:${(server.address() as AddressInfo).port}`,
    /** Ends open connections too: an event stream would otherwise keep the process alive for ever. */
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}
