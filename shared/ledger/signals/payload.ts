import { mostKeptBytes } from '../../domain/signals/limit-text.ts';

/**
 * A value as the JSON text that its item keeps: all of it, or what `limit` leaves of one that is too large. So every
 * payload fits into its item, and goes when that does.
 */
export function keptText<Value>(value: Value, limit: (value: Value) => unknown): string {
  const whole = JSON.stringify(value);
  return Buffer.byteLength(whole) <= mostKeptBytes ? whole : JSON.stringify(limit(value));
}
