import { evaluateCondition } from './apply-write.ts';
import { itemSize, largestItemBytes, largestTransactionBytes, tooLarge } from './item-size.ts';
import {
  type Item,
  type Key,
  type TableUpdate,
  type TableWrite,
  TransactionCancelledError,
  type Value,
} from './table.ts';

/**
 * Rules that every adapter checks before it calls its engine, so that a mistake that the types allow shows on one
 * machine as in the cloud. A `TypeError` or `RangeError` means a programming error; sizes depend on data and have
 * errors of their own.
 */
export function checkKey({ pk, sk }: Key): void {
  checkKeyText('pk', pk, 2048);
  checkKeyText('sk', sk, 1024);
}

/** Only equal keys have the same name: neither half may run into the other. */
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

export function checkPut(item: Item): void {
  checkItem(item);
  if (itemSize(item) > largestItemBytes) throw tooLarge(item);
}

export function checkUpdate(update: TableUpdate): void {
  const { key, set = {}, add = {}, remove = [], condition } = update;
  checkKey(key);
  const names = [...Object.keys(set), ...Object.keys(add), ...remove];
  if (names.length === 0) throw new RangeError('an update changes nothing: leave it out');
  if (new Set([...names, 'pk', 'sk']).size !== names.length + 2) {
    throw new RangeError('an update must name each attribute once, in `set`, `add` or `remove`, and no key');
  }
  checkDue(set);
  const mayMeetNone = !condition || evaluateCondition(condition, undefined);
  if (remove.length === names.length && mayMeetNone) {
    // DynamoDB creates no item then, but its emulators do: no code may depend on either.
    throw new RangeError(
      'an update that only removes needs a condition that fails without an item, such as `present`',
    );
  }
}

/** Source: DynamoDB's quotas. */
export const mostWrites = 100;

/** Throws `TransactionCancelledError` (`too-large`) for writes that can never succeed. */
export function checkTransaction(writes: readonly TableWrite[]): void {
  if (writes.length < 1 || writes.length > mostWrites) {
    throw new RangeError(`a transaction takes 1 to ${mostWrites} writes, not ${writes.length}`);
  }
  if (!areDistinct(writes.map(keyOf))) throw new RangeError('each write of a transaction needs its own key');
  for (const write of writes) {
    if (write.kind === 'put') checkItem(write.item);
    else if (write.kind === 'update') checkUpdate(write);
    else checkKey(write.key);
  }
  const sizes = writes.map(requestSize);
  const all = sizes.reduce((sum, size) => sum + size, 0) > largestTransactionBytes;
  const large = sizes.map((size, index) => all || (writes[index]?.kind === 'put' && size > largestItemBytes));
  if (large.includes(true)) {
    throw new TransactionCancelledError(large.map((is) => ({ code: is ? 'too-large' : 'none' })));
  }
}

export function keyOf(write: TableWrite): Key {
  return write.kind === 'put' ? write.item : write.key;
}

/** DynamoDB has no page of no items. */
export function checkLimit(limit: number | undefined): void {
  if (limit !== undefined && (!Number.isInteger(limit) || limit < 1)) {
    throw new RangeError(`a limit is a whole number from 1, not ${limit}`);
  }
}

function requestSize(write: TableWrite): number {
  if (write.kind === 'put') return itemSize(write.item);
  const { pk, sk } = keyOf(write);
  return itemSize({ pk, sk, ...(write.kind === 'update' ? { ...write.set, ...write.add } : {}) });
}

function checkItem(item: Item): void {
  checkKey(item);
  checkDue(item);
}

function checkDue({ dueShard, dueAt }: Readonly<Record<string, Value>>): void {
  if (dueShard !== undefined && typeof dueShard !== 'string')
    throw new TypeError('dueShard must be a string');
  if (dueAt !== undefined && typeof dueAt !== 'number') {
    throw new TypeError('dueAt must be a number: remove it to take an item out of the due index');
  }
}

function checkKeyText(name: string, text: string, limit: number): void {
  const bytes = Buffer.byteLength(text);
  if (bytes < 1 || bytes > limit) throw new RangeError(`${name} must have 1 to ${limit} bytes, not ${bytes}`);
  if (!text.isWellFormed()) throw new RangeError(`${name} holds half of a surrogate pair`);
}
