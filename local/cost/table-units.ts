import { itemSize } from '../../shared/ledger/table/item-size.ts';
import type { Item } from '../../shared/ledger/table/table.ts';

/**
 * Units of DynamoDB's on-demand billing. Source: "DynamoDB read and write operations" and "Using Global Secondary
 * Indexes" of its developer guide.
 */
const writeUnitBytes = 1024;
const readUnitBytes = 4096;

/** For items of so many bytes together: a query rounds up once for its page, and what finds nothing takes one. */
export function readUnits(bytes: number, consistency: 'strong' | 'eventual'): number {
  const units = Math.max(1, Math.ceil(bytes / readUnitBytes));
  return consistency === 'strong' ? units : units / 2;
}

/** By the largest of the forms that an item had, has, or should have got: a refused write is paid for, too. */
export function writeUnits(forms: readonly (Item | undefined)[]): number {
  return Math.max(1, Math.ceil(Math.max(...forms.map(sizeOf)) / writeUnitBytes));
}

/** Of the due index, which holds keys alone: entering and leaving take a write each, moving within it takes both. */
export function indexUnits(before: Item | undefined, after: Item | undefined): number {
  const [from, to] = [indexKey(before), indexKey(after)];
  if (from === to) return 0;
  return (from === null ? 0 : 1) + (to === null ? 0 : 1);
}

/** Bytes; an item that is not there has none. */
export function sizeOf(item: Item | undefined): number {
  return item === undefined ? 0 : itemSize(item);
}

function indexKey({ dueShard, dueAt }: Partial<Item> = {}): string | null {
  return typeof dueShard === 'string' && typeof dueAt === 'number' ? `${dueShard} ${dueAt}` : null;
}
