import type { Condition } from './table.ts';

type Comparable = string | number | boolean;

export const absent: Condition = { kind: 'absent' };
export const present: Condition = { kind: 'present' };
export const missing = (attribute: string): Condition => ({ kind: 'missing', attribute });
export const all = (...of: Condition[]): Condition => ({ kind: 'all', of });
export const any = (...of: Condition[]): Condition => ({ kind: 'any', of });
export const equals = (attribute: string, value: Comparable): Condition => ({
  kind: 'compare',
  attribute,
  is: '=',
  value,
});
export const atMost = (attribute: string, value: number): Condition => ({
  kind: 'compare',
  attribute,
  is: '<=',
  value,
});
export const above = (attribute: string, value: number): Condition => ({
  kind: 'compare',
  attribute,
  is: '>',
  value,
});
export const below = (attribute: string, value: number): Condition => ({
  kind: 'compare',
  attribute,
  is: '<',
  value,
});
