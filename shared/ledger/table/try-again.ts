import type { LedgerPorts } from './ports.ts';
import { TableUnavailableError, TransactionCancelledError } from './table.ts';

const tries = 5;
const firstPauseMs = 25;

/**
 * Retries after a conflict, a throttle or an unknown result, up to five tries with full jitter. Only for writes that
 * may happen twice: a failed condition may then come from an earlier try.
 */
export async function tryAgain<Result>(
  { clock, random }: LedgerPorts,
  write: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write();
    } catch (error) {
      if (attempt === tries || !isPassing(error)) throw error;
      await clock.sleep(random() * firstPauseMs * 2 ** attempt);
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof TableUnavailableError) return true;
  if (!(error instanceof TransactionCancelledError)) return false;
  const codes = error.reasons.map((reason) => reason.code);
  return !codes.includes('condition-failed') && !codes.includes('too-large');
}
