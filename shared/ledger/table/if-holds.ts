import type { LedgerPorts } from './ports.ts';
import { ConditionFailedError, TransactionCancelledError } from './table.ts';
import { tryAgain } from './try-again.ts';

/**
 * If the condition does not hold, nothing was written, and the item found lets a caller recognise an earlier try of
 * its own write. In a transaction only the first write's condition may fail: if another fails, or on any other error,
 * rethrows the table's error.
 */
export async function ifHolds(write: Promise<unknown>) {
  try {
    await write;
    return { holds: true };
  } catch (error) {
    if (error instanceof ConditionFailedError) return { holds: false, found: error.item };
    const [first] = error instanceof TransactionCancelledError ? error.reasons : [];
    if (first?.code === 'condition-failed') return { holds: false, found: first.item };
    throw error;
  }
}

/** The write may happen twice. */
export function tryIfHolds(ports: LedgerPorts, write: () => Promise<unknown>) {
  return ifHolds(tryAgain(ports, write));
}
