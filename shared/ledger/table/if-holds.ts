import { ConditionFailedError, type Item, TransactionCancelledError } from './table.ts';

/** The result of a conditional write. */
export interface Conditional {
  /** False: nothing was written. */
  readonly holds: boolean;
  /** The item that failed the condition. It lets a caller recognise an earlier try of its own write. */
  readonly found?: Item | undefined;
}

/**
 * Awaits a write whose condition may fail. In a transaction only the first write's condition may fail: if another
 * fails, or on any other error, rethrows the table's error.
 */
export async function ifHolds(write: Promise<unknown>): Promise<Conditional> {
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
