import type { Clock, Random } from '../../domain/clock.ts';
import { TableUnavailableError, TransactionCancelledError } from './table.ts';

export interface TryAgainPorts {
  readonly clock: Clock;
  readonly random: Random;
}

const tries = 5;
const firstPauseMs = 25;

/**
 * The same again after a conflict, a throttle or an unknown result, up to five times with full jitter. Only for
 * writes that are harmless when they happen twice; the caller reads a failed condition in that light.
 */
export async function tryAgain<Result>(ports: TryAgainPorts, write: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt === tries || !isPassing(error)) throw error;
      await ports.clock.sleep(ports.random() * firstPauseMs * 2 ** attempt);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof TableUnavailableError) return true;
  if (!(error instanceof TransactionCancelledError)) return false;
  const codes = error.reasons.map((reason) => reason.code);
  return !codes.includes('condition-failed') && !codes.includes('too-large');
}
