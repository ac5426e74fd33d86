import { itemSize, largestItemBytes, tooLarge } from './item-size.ts';
import { normaliseAttributes, normaliseValue } from './normalise-value.ts';
import {
  type CancellationReason,
  type Comparison,
  type Condition,
  ConditionFailedError,
  type Item,
  ItemTooLargeError,
  type TableUpdate,
  type TableWrite,
  type Value,
} from './table.ts';

/**
 * Undefined if the write leaves no item. Pure: the tables on one machine and in the simulation use it, and the
 * contract suite compares it with DynamoDB. Throws `ConditionFailedError` and `ItemTooLargeError`.
 */
export function applyWrite(write: TableWrite, found: Item | undefined): Item | undefined {
  if (write.condition && !evaluateCondition(write.condition, found)) {
    throw new ConditionFailedError(found);
  }
  switch (write.kind) {
    case 'delete':
      return undefined;
    case 'put': {
      const { item } = write;
      return { ...normaliseAttributes(item), pk: item.pk, sk: item.sk };
    }
    case 'update':
      return updateItem(found, write);
  }
}

/** Later writes of a transaction are checked even if an earlier one fails: each gets a reason. */
export function reasonAgainst(apply: () => unknown): CancellationReason {
  try {
    apply();
    return { code: 'none' };
  } catch (error) {
    if (error instanceof ConditionFailedError) return { code: 'condition-failed', item: error.item };
    if (error instanceof ItemTooLargeError) return { code: 'too-large' };
    throw error;
  }
}

function updateItem(found: Item | undefined, { key, set = {}, add, remove = [] }: TableUpdate): Item {
  const after: Record<string, Value> = { ...found, ...normaliseAttributes(set), ...addAmounts(found, add) };
  for (const name of remove) delete after[name];
  const item = { ...after, pk: key.pk, sk: key.sk };
  if (itemSize(item) > largestItemBytes) throw tooLarge(key);
  return item;
}

/** An absent attribute counts as 0. Throws `TypeError` if an attribute is not a number. */
function addAmounts(found: Item | undefined, add: TableUpdate['add'] = {}): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(add).map(([name, amount]) => {
      const before = found !== undefined && Object.hasOwn(found, name) ? found[name] : 0;
      if (typeof before !== 'number')
        throw new TypeError(`${name}: is not a number, so nothing can be added to it`);
      return [name, normaliseValue(before + amount)];
    }),
  );
}

/** Pure: the tables on one machine and in the simulation use it, and the contract suite compares it with DynamoDB. */
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
      return compare(attributeOf(item, condition.attribute), condition);
  }
}

/** Own properties only: an attribute called `constructor` is absent until it is set. */
function attributeOf(item: Item | undefined, name: string): Value | undefined {
  return item !== undefined && Object.hasOwn(item, name) ? item[name] : undefined;
}

function compare(found: Value | undefined, { is, value }: Comparison): boolean {
  if (is === '=') return found === normaliseValue(value);
  if (typeof found !== 'number') return false;
  if (is === '<') return found < value;
  return is === '<=' ? found <= value : found > value;
}
