import type { Blobs } from './blobs.ts';
import { sha256 } from './keys.ts';
import type { Item, Value } from './table.ts';

/** Over this an item's text goes to object storage, before the item that names it. DynamoDB's limit is 400 KB. */
export const largestInlineBytes = 300_000;

/** Stores a long text inline, or as a blob by its hash when it is larger than `limit` bytes of UTF-8. */
export async function storeText(
  blobs: Blobs,
  text: string,
  limit = largestInlineBytes,
): Promise<Record<string, Value>> {
  if (Buffer.byteLength(text) <= limit) return { text };
  const hash = sha256(text);
  await blobs.put(hash, text);
  return { textBlob: hash };
}

export async function loadText(blobs: Blobs, item: Item): Promise<string> {
  if (typeof item.text === 'string') return item.text;
  return blobs.get(String(item.textBlob));
}
