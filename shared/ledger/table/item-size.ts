import type { Value } from './table.ts';

/** 400 KB, names included. Source: DynamoDB's quotas. */
export const largestItemBytes = 400 * 1024;
/** 4 MB over all items of one transaction. Source: DynamoDB's quotas. */
export const largestTransactionBytes = 4 * 1024 * 1024;

/**
 * Bytes of an item as DynamoDB counts them: UTF-8 names and values, one byte for null and booleans, three for a
 * list or a map and one more for each of its elements. Source: "DynamoDB item sizes and formats", which calls
 * the size of a number approximate; here it is rounded up, so this may count a few bytes too many, never too few.
 */
export function itemSize(item: Readonly<Record<string, Value>>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + textSize(name) + valueSize(value), 0);
}

function valueSize(value: Value): number {
  if (typeof value === 'string') return textSize(value);
  if (typeof value === 'number') return numberSize(value);
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

/** A byte for each pair of significant digits, one for the exponent, one for a sign. */
function numberSize(value: number): number {
  if (value === 0) return 1;
  return Math.ceil((countDigits(value) + 1) / 2) + 1 + (value < 0 ? 1 : 0);
}

function countDigits(value: number): number {
  // A fast path for integers, such as times and counts, which are nearly all numbers stored.
  if (Number.isSafeInteger(value)) {
    let rest = Math.abs(value);
    while (rest % 10 === 0) rest /= 10;
    let digits = 1;
    while (rest >= 10) {
      rest = Math.floor(rest / 10);
      digits += 1;
    }
    return digits;
  }
  return value
    .toExponential()
    .replace(/e.*$/, '')
    .replace(/[^0-9]/g, '').length;
}
