import type { Value } from './table.ts';

/**
 * A value as every table returns it: `-0` becomes 0, and half of a surrogate pair, which UTF-8 can't encode, becomes
 * U+FFFD. Text that must stay exact is stored as JSON text, which escapes such halves. Throws `TypeError` on a value that
 * no table holds: undefined, NaN or infinity.
 */
export function normaliseValue(value: Value): Value {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
  if (typeof value === 'boolean' || value === null) return value;
  if (typeof value !== 'object') throw new TypeError(`a table cannot hold ${value}`);
  if (isList(value)) return value.map(normaliseValue);
  return normaliseAttributes(value);
}

export function normaliseAttributes(attributes: Readonly<Record<string, Value>>): Record<string, Value> {
  const normalised: Record<string, Value> = {};
  for (const name of Object.keys(attributes)) normalised[name] = normaliseValue(attributes[name] as Value);
  return normalised;
}

export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
