import type { WorldPlan } from './data/world.ts';
import { isRefusedByFetch, usablePortAfter } from './http/refused-ports.ts';

/** The sandbox cannot start as asked. The message begins with the option's name and ends with the fix. */
export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code = 'SANDBOX';
}

export interface SandboxOptions extends WorldPlan {
  /** 0 takes any free port. */
  readonly port: number;
  readonly host?: '127.0.0.1' | undefined;
  /** New signals per minute; 0 for none. */
  readonly rate: number;
  /** @default 'sandbox-token' */
  readonly token?: string | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Calls `run` every `ms` milliseconds until the returned function is called. Needed for a rate and latency. */
  readonly every?: ((ms: number, run: () => void) => () => void) | undefined;
  /** How long after the first request a summary is ready. @default 3000 */
  readonly summaryDelayMs?: number | undefined;
  /** Gets internal errors. Default: prints the message on stderr. */
  readonly report?: ((error: Error) => void) | undefined;
}

/** The lowest and highest value of each number. */
export const sandboxLimits = {
  port: [0, 65_535],
  seed: [0, Number.MAX_SAFE_INTEGER],
  buyers: [1, 20_000],
  bridges: [1, 500],
  signals: [0, 100_000],
  rate: [0, 60_000],
} as const;

/** Throws a `SandboxError` that begins with the option's name. */
export function checkOptions(options: SandboxOptions): void {
  for (const [name, [least, most]] of Object.entries(sandboxLimits)) {
    const value = options[name as keyof typeof sandboxLimits];
    const fits = name === 'rate' ? Number.isFinite(value) : Number.isInteger(value);
    if (!fits || value < least || value > most) {
      const kind = name === 'rate' ? 'number' : 'whole number';
      throw new SandboxError(`${name}: found ${value}; give a ${kind} from ${least} to ${most}`);
    }
  }
  const { port, token, rate, every } = options;
  if (isRefusedByFetch(port)) {
    throw new SandboxError(
      `port: found ${port}, which fetch and browsers never connect to; give another, for example ${usablePortAfter(port)}`,
    );
  }
  if (token === '') throw new SandboxError('token: is empty; leave it out for the default, or give one');
  if (rate > 0 && !every) {
    throw new SandboxError('rate: signals arrive automatically only with a timer; pass `every`, or rate 0');
  }
}
