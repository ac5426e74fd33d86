import { ItemTooLargeError, type Key, type Value } from './table.ts';

/** 400 KB, names included. Source: DynamoDB's quotas. */
export const largestItemBytes = 400 * 1024;
/** 4 MB over all items of one transaction. Source: DynamoDB's quotas. */
export const largestTransactionBytes = 4 * 1024 * 1024;

/**
 * DynamoDB counts UTF-8 names and values, one byte for null and booleans, three for a list or a map and one more for
 * each of its elements. Source: "DynamoDB item sizes and formats". A number counts as the longest one, so this may
 * count a few bytes too many, never too few.
 */
export function itemSize(item: Readonly<Record<string, Value>>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + textSize(name) + valueSize(value), 0);
}

function valueSize(value: Value): number {
  if (typeof value === 'string') return textSize(value);
  if (typeof value === 'number') return numberBytes;
  if (typeof value === 'boolean' || value === null) return 1;
  const list: readonly Value[] | null = Array.isArray(value) ? value : null;
  if (list) return list.reduce<number>((sum, element) => sum + 1 + valueSize(element), 3);
  return Object.entries(value).reduce(
    (sum, [name, element]) => sum + 1 + textSize(name) + valueSize(element),
    3,
  );
}

function textSize(text: string): number {
  return Buffer.byteLength(text);
}

/** A byte for each pair of significant digits, of which JavaScript has 17, one for the exponent, one for a sign. */
const numberBytes = 11;

export function tooLarge(key: Key): ItemTooLargeError {
  return new ItemTooLargeError(`the item is over 400 KB: pk ${key.pk}, sk ${key.sk}`);
}
