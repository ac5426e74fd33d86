import { evaluateCondition } from './evaluate-condition.ts';
import { itemSize, largestItemBytes, largestTransactionBytes } from './item-size.ts';
import {
  type Condition,
  type DueQuery,
  type Item,
  ItemTooLargeError,
  type Key,
  type TableQuery,
  type TableUpdate,
  type TableWrite,
  TransactionCancelledError,
  type Value,
} from './table.ts';

/**
 * Rules that every adapter checks before it calls its engine, so that a mistake shows on one machine as in the cloud.
 * A `TypeError` or `RangeError` means a programming error; sizes depend on data and have errors of their own.
 */
export function checkKey(key: Key): void {
  checkKeyText('pk', key.pk, 2048);
  checkKeyText('sk', key.sk, 1024);
}

/** The same for equal keys only: neither half may run into the other. */
export function nameKey({ pk, sk }: Key): string {
  return JSON.stringify([pk, sk]);
}

function areDistinct(keys: readonly Key[]): boolean {
  return new Set(keys.map(nameKey)).size === keys.length;
}

export const mostReads = 100;

export function checkKeys(keys: readonly Key[]): void {
  if (keys.length < 1 || keys.length > mostReads) {
    throw new RangeError(`a read takes 1 to ${mostReads} keys, not ${keys.length}`);
  }
  if (!areDistinct(keys)) throw new RangeError('a read must name each key once');
  for (const key of keys) checkKey(key);
}

export function checkPut(item: Item, condition?: Condition): void {
  checkItem(item);
  if (condition) checkCondition(condition);
  if (itemSize(item) > largestItemBytes) throw tooLarge(item);
}

export function checkUpdate(update: TableUpdate): void {
  checkKey(update.key);
  const set = update.set ?? {};
  const add = update.add ?? {};
  const remove = update.remove ?? [];
  const names = [...Object.keys(set), ...Object.keys(add), ...remove];
  for (const name of names) {
    checkName(name);
    if (name === 'pk' || name === 'sk') throw new RangeError(`an update cannot change the key's ${name}`);
  }
  if (new Set(names).size !== names.length) {
    throw new RangeError('an update must name each attribute once, in `set`, `add` or `remove`');
  }
  if (names.length === 0) {
    throw new RangeError('an update changes nothing: leave it out');
  }
  checkAttributes(set);
  checkAmounts(add);
  if (update.condition) checkCondition(update.condition);
  const mayMeetNone = !update.condition || evaluateCondition(update.condition, undefined);
  if (remove.length === names.length && mayMeetNone) {
    // DynamoDB creates no item then, but its emulators do: no code may depend on either.
    throw new RangeError(
      'an update that only removes needs a condition that fails without an item, such as `present`',
    );
  }
}

/** Of one transaction. Source: DynamoDB's quotas. */
export const mostWrites = 100;

/** Throws `TransactionCancelledError` (`too-large`) for writes that can never succeed. */
export function checkTransaction(writes: readonly TableWrite[]): void {
  if (writes.length < 1 || writes.length > mostWrites) {
    throw new RangeError(`a transaction takes 1 to ${mostWrites} writes, not ${writes.length}`);
  }
  if (!areDistinct(writes.map(keyOf))) throw new RangeError('each write of a transaction needs its own key');
  for (const write of writes) checkWrite(write);
  const sizes = writes.map(requestSize);
  const all = sizes.reduce((sum, size) => sum + size, 0) > largestTransactionBytes;
  const large = sizes.map((size, index) => all || (writes[index]?.kind === 'put' && size > largestItemBytes));
  if (large.includes(true)) {
    throw new TransactionCancelledError(large.map((is) => ({ code: is ? 'too-large' : 'none' })));
  }
}

function keyOf(write: TableWrite): Key {
  return write.kind === 'put' ? write.item : write.key;
}

export function tooLarge(key: Key): ItemTooLargeError {
  return new ItemTooLargeError(`the item is over 400 KB: pk ${key.pk}, sk ${key.sk}`);
}

export function checkQuery(query: TableQuery): void {
  checkKeyText('pk', query.pk, 2048);
  if (query.prefix?.isWellFormed() === false)
    throw new RangeError('the prefix holds half of a surrogate pair');
  checkLimit(query.limit);
}

export function checkDueQuery(query: DueQuery): void {
  checkKeyText('the shard', query.shard, 2048);
  checkValue('from', query.from ?? 0, 1);
  checkValue('until', query.until, 1);
  checkLimit(query.limit);
}

function checkLimit(limit: number | undefined): void {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw new RangeError(`a limit is a whole number from 1, not ${limit}`);
  }
}

function checkWrite(write: TableWrite): void {
  if (write.kind === 'update') {
    checkUpdate(write);
    return;
  }
  if (write.kind === 'put') checkItem(write.item);
  else checkKey(write.key);
  if (write.condition) checkCondition(write.condition);
}

function requestSize(write: TableWrite): number {
  if (write.kind === 'put') return itemSize(write.item);
  const { pk, sk } = keyOf(write);
  return itemSize({ pk, sk, ...(write.kind === 'update' ? { ...write.set, ...write.add } : {}) });
}

function checkItem(item: Item): void {
  checkKey(item);
  checkAttributes(item);
}

function checkAttributes(attributes: Readonly<Record<string, Value>>): void {
  for (const [name, value] of Object.entries(attributes)) checkValue(name, value, 1);
  const { dueShard, dueAt } = attributes;
  if (dueShard !== undefined) checkKeyText('dueShard', dueShard, 2048);
  if (dueAt !== undefined && typeof dueAt !== 'number') {
    throw new TypeError('dueAt must be a number: remove it to take an item out of the due index');
  }
}

/** Whole numbers only: DynamoDB adds decimal fractions exactly, JavaScript does not. */
function checkAmounts(add: Readonly<Record<string, number>>): void {
  for (const [name, amount] of Object.entries(add)) {
    if (!Number.isSafeInteger(amount)) throw new RangeError(`${name}: must be a whole number, not ${amount}`);
  }
  checkAttributes(add);
}

function checkCondition(condition: Condition): void {
  if (condition.kind === 'all' || condition.kind === 'any') {
    if (condition.of.length === 0) throw new RangeError('a condition needs a part');
    for (const part of condition.of) checkCondition(part);
  } else if (condition.kind === 'missing') {
    checkName(condition.attribute);
  } else if ('value' in condition) {
    checkName(condition.attribute);
    checkValue(condition.attribute, condition.value, 1);
  }
}

function checkKeyText(name: string, text: unknown, limit: number): asserts text is string {
  if (typeof text !== 'string') throw new TypeError(`${name} must be a string, not ${typeof text}`);
  const bytes = Buffer.byteLength(text);
  if (bytes < 1 || bytes > limit) throw new RangeError(`${name} must have 1 to ${limit} bytes, not ${bytes}`);
  if (!text.isWellFormed()) throw new RangeError(`${name} holds half of a surrogate pair`);
}

function checkName(name: string): void {
  // `__proto__` would become the prototype of the item that is read, and be lost.
  if (name === '' || name === '__proto__') throw new RangeError(`an attribute cannot be called "${name}"`);
  if (!name.isWellFormed()) throw new RangeError('an attribute name holds half of a surrogate pair');
}

/** Depth and magnitude are DynamoDB's: 32 levels, 1e-130 to 9.99…e125. */
function checkValue(name: string, value: unknown, depth: number): void {
  checkName(name);
  if (depth > 32) throw new RangeError(`${name}: nested deeper than 32 levels`);
  if (typeof value === 'number') {
    const size = Math.abs(value);
    if (size === 0 || (size >= 1e-130 && size < 1e126)) return;
    throw new RangeError(`${name}: ${value} is outside the range of numbers that a table can hold`);
  }
  if (Array.isArray(value)) {
    for (const element of value) checkValue(name, element, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    for (const [inner, element] of Object.entries(value)) checkValue(inner, element, depth + 1);
  } else if (value !== null && typeof value !== 'string' && typeof value !== 'boolean') {
    throw new TypeError(`${name}: a table cannot hold ${value === undefined ? 'undefined' : typeof value}`);
  }
}
