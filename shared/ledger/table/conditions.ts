import type { Attributes } from './read-item.ts';
import type { Comparison, Condition } from './table.ts';

export const absent: Condition = { kind: 'absent' };
export const present: Condition = { kind: 'present' };
export const missing = (attribute: string): Condition => ({ kind: 'missing', attribute });
export const all = (...of: Condition[]): Condition => ({ kind: 'all', of });
export const any = (...of: Condition[]): Condition => ({ kind: 'any', of });
export const equals = (attribute: string, value: string | number): Condition =>
  compare(attribute, { is: '=', value });
export const atMost = (attribute: string, value: number): Condition =>
  compare(attribute, { is: '<=', value });
export const above = (attribute: string, value: number): Condition => compare(attribute, { is: '>', value });
export const below = (attribute: string, value: number): Condition => compare(attribute, { is: '<', value });

/** The attribute, a text or a number, must be as it was read. */
export function asRead(item: Attributes, name: string): Condition {
  const value = item[name];
  return typeof value === 'string' || typeof value === 'number' ? equals(name, value) : missing(name);
}

function compare(attribute: string, comparison: Comparison): Condition {
  return { kind: 'compare', attribute, ...comparison };
}
