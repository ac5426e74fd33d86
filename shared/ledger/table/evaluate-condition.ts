import type { Condition, Item, Value } from './table.ts';

/**
 * Whether a condition holds for an item, undefined if there is none. Pure: the tables on one machine and in the
 * simulation use it, and the contract suite compares it with DynamoDB.
 */
export function evaluateCondition(condition: Condition, item: Item | undefined): boolean {
  switch (condition.kind) {
    case 'absent':
      return item === undefined;
    case 'present':
      return item !== undefined;
    case 'missing':
      return attributeOf(item, condition.attribute) === undefined;
    case 'all':
      return condition.of.every((part) => evaluateCondition(part, item));
    case 'any':
      return condition.of.some((part) => evaluateCondition(part, item));
    case 'compare':
      return compare(attributeOf(item, condition.attribute), condition.is, condition.value);
  }
}

/** Own properties only: an attribute called `constructor` is absent until it is set. */
function attributeOf(item: Item | undefined, name: string): Value | undefined {
  return item !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;
}

type Comparison = Extract<Condition, { kind: 'compare' }>;

function compare(found: Value | undefined, is: Comparison['is'], value: Comparison['value']): boolean {
  if (typeof found !== typeof value) return false;
  if (is === '=') return found === value;
  if (is === '<>') return found !== value;
  const order = orderOf(found, value);
  switch (is) {
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
  }
}

function orderOf(found: Value | undefined, value: Comparison['value']): number {
  if (typeof found === 'number' && typeof value === 'number') return found - value;
  return compareText(String(found), String(value));
}

/** DynamoDB orders strings by their UTF-8 bytes, which differs from JavaScript's order above U+FFFF. */
function compareText(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
