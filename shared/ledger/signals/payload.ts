import { mostKeptBytes } from '../../domain/signals/limit-text.ts';

/**
 * A value as JSON text, shortened by `limit` if it is too large. So every payload fits into its own item and is
 * deleted with it.
 */
export function keptText<Value>(value: Value, limit: (value: Value) => unknown): string {
  const whole = JSON.stringify(value);
  return Buffer.byteLength(whole) <= mostKeptBytes ? whole : JSON.stringify(limit(value));
}
