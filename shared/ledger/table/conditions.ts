import type { Attributes } from './read-item.ts';
import {
  type Comparison,
  type Condition,
  ConditionFailedError,
  type LedgerPorts,
  TableUnavailableError,
  TransactionCancelledError,
} from './table.ts';

export const absent: Condition = { kind: 'absent' };
export const present: Condition = { kind: 'present' };
export const missing = (attribute: string): Condition => ({ kind: 'missing', attribute });
export const all = (...of: Condition[]): Condition => ({ kind: 'all', of });
export const any = (...of: Condition[]): Condition => ({ kind: 'any', of });
export const equals = (attribute: string, value: string | number) => compare(attribute, { is: '=', value });
export const atMost = (attribute: string, value: number) => compare(attribute, { is: '<=', value });
export const above = (attribute: string, value: number) => compare(attribute, { is: '>', value });
export const below = (attribute: string, value: number) => compare(attribute, { is: '<', value });
/** `ver` counts an item's changes: nobody has changed it since. */
export const isVersion = (ver: number) => (ver === 0 ? missing('ver') : equals('ver', ver));

/** The attribute, a text or a number, must be as it was read. */
export function asRead(item: Attributes, name: string): Condition {
  const value = item[name];
  return typeof value === 'string' || typeof value === 'number' ? equals(name, value) : missing(name);
}

function compare(attribute: string, comparison: Comparison): Condition {
  return { kind: 'compare', attribute, ...comparison };
}

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
