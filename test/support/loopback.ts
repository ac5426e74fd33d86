import { createServer, request } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** What Node's servers of HTTP and of HTTPS have in common. */
interface HttpServer extends Server {
  closeAllConnections(): void;
}

export interface OpenedServer {
  readonly port: number;
  /** `http://127.0.0.1:PORT` */
  readonly url: string;
  /** Ends open connections, too. */
  close(): Promise<void>;
}

/** Lets a server listen on a free port of 127.0.0.1. */
export async function listenOnLoopback(server: HttpServer): Promise<OpenedServer> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A port of loopback that nothing listens on, for a program that has to be told one. */
export async function findFreePort(): Promise<number> {
  const { port, close } = await listenOnLoopback(createServer());
  await close();
  return port;
}

/** The status that a request under this host name gets: `fetch` sets the Host header itself. */
export function statusFor(url: string, host: string, method = 'GET'): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { method, headers: { host } }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end(method === 'GET' ? undefined : '{}');
  });
}
