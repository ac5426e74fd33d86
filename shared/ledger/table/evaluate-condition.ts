import { normaliseValue } from './normalise-value.ts';
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
    case 'equals':
      return attributeOf(item, condition.attribute) === normaliseValue(condition.value);
    case 'compare':
      return compare(attributeOf(item, condition.attribute), condition);
  }
}

/** Own properties only: an attribute called `constructor` is absent until it is set. */
function attributeOf(item: Item | undefined, name: string): Value | undefined {
  return item !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;
}

function compare(found: Value | undefined, { is, value }: Extract<Condition, { kind: 'compare' }>): boolean {
  if (typeof found !== 'number') return false;
  switch (is) {
    case '<':
      return found < value;
    case '<=':
      return found <= value;
    case '>':
      return found > value;
  }
}
