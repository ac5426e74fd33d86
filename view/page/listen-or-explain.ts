import type { Hono } from 'hono';
import { functions } from '../../functions/wiring.ts';
import { type LoopbackServer, listenOnLoopback } from '../../sandbox/http/loopback-server.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';

/** The limit of the cloud: more connections, held open, would use up memory and the files that the ledger needs. */
const mostConnections = functions['receive-events'].reservedConcurrency;

/** Serves the app on loopback. Throws `ConfigurationError` if the port, which `flag` says, can't be had. */
export async function listenOrExplain(app: Hono, port: number, flag: string): Promise<LoopbackServer> {
  try {
    return await listenOnLoopback(app, port, mostConnections);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const found = code === 'EADDRINUSE' ? 'is taken by another program' : 'may not be opened by this user';
    const problem = `${flag}: port ${port} ${found}; choose another, for example ${flag} ${port + 1}`;
    throw new ConfigurationError([problem], { cause: error });
  }
}
