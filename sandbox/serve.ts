import { createSandboxApp } from './app.ts';
import { tick } from './control/add-signals.ts';
import { describeWorld, makeWorld, type WorldPlan } from './data/world.ts';
import { listenOnLoopback, loopback } from './http/loopback-server.ts';
import { seedRows } from './rows/seed-rows.ts';

export interface SandboxOptions extends WorldPlan {
  /** 0 takes any free port. */
  readonly port: number;
  /** @default 'sandbox-token' */
  readonly token?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** See `SandboxAppOptions`. */
  readonly isDated?: boolean | undefined;
  /** New signals per minute. @default 0: they arrive only by `POST /sandbox/signals` */
  readonly rate?: number | undefined;
}

export type Sandbox = Awaited<ReturnType<typeof startSandbox>>;

/** The sandbox cannot start as asked. The message begins with the option's name and ends with the fix. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
}

/** Resolves when the sandbox is ready. Throws `SandboxError` on an empty token or a port that cannot be used. */
export async function startSandbox(options: SandboxOptions) {
  const { port, token = 'sandbox-token', now, isDated, rate = 0, ...plan } = options;
  if (token === '') throw new SandboxError('token: is empty; leave it out for the default, or give one');
  const store = seedRows(makeWorld(plan), now());
  const report = (error: Error) => console.error(`sandbox: ${error.message}`);
  const app = createSandboxApp({ store, token, now, report, isDated });
  const server = await listenOnLoopback(app, port).catch((error: NodeJS.ErrnoException) => {
    const reason =
      error.code === 'EADDRINUSE' ? 'is taken' : `cannot be used (${error.code ?? error.message})`;
    const problem = `port: ${port} on ${loopback} ${reason}; name another, or 0 for any`;
    throw new SandboxError(problem, { cause: error });
  });
  const arrive = (): void => tick(store, now());
  const arrivals = rate > 0 ? setInterval(arrive, 60_000 / rate) : undefined;
  return {
    url: server.url,
    token,
    world: describeWorld(store.world),
    /** Each moment of the rate adds a signal, and changes others. */
    arrive,
    /** Ends open connections too. */
    close: (): Promise<void> => {
      clearInterval(arrivals);
      return server.close();
    },
  };
}
