import type { Condition } from './table.ts';

export const absent: Condition = { kind: 'absent' };
export const present: Condition = { kind: 'present' };
export const missing = (attribute: string): Condition => ({ kind: 'missing', attribute });
export const all = (...of: Condition[]): Condition => ({ kind: 'all', of });
export const any = (...of: Condition[]): Condition => ({ kind: 'any', of });
export const equals = (attribute: string, value: string | number): Condition => ({
  kind: 'equals',
  attribute,
  value,
});
export const atMost = (attribute: string, value: number): Condition => compare(attribute, '<=', value);
export const above = (attribute: string, value: number): Condition => compare(attribute, '>', value);
export const below = (attribute: string, value: number): Condition => compare(attribute, '<', value);

function compare(attribute: string, is: '<' | '<=' | '>', value: number): Condition {
  return { kind: 'compare', attribute, is, value };
}
