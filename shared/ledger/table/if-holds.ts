import { ConditionFailedError, type Item, TransactionCancelledError } from './table.ts';

/** What came of a write that has a condition. */
export interface Conditional {
  /** False: nothing was written. */
  readonly holds: boolean;
  /** The item that failed the condition, by which a caller knows an earlier try of its own write. */
  readonly found?: Item | undefined;
}

/**
 * Awaits a write whose condition may fail. Of a transaction only the first write's condition counts: when another one
 * fails, and after any other error, this throws what the table threw.
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
