import type { LedgerPorts } from '../ports.ts';
import { absent, present } from './conditions.ts';
import { itemSize } from './item-size.ts';
import {
  type Item,
  type Key,
  TableUnavailableError,
  type TableWrite,
  TransactionCancelledError,
} from './table.ts';
import { tryAgain } from './try-again.ts';

const writesAtOnce = 100;
const bytesAtOnce = 3_000_000;

/**
 * Moves many items, as many in one transaction as fit, and never splits the writes of one item. One of an item's
 * writes puts the whole item, and conditions ensure that it has not been moved yet. `alongside` adds writes for a
 * number of moves, such as a count kept elsewhere, to the transaction of that index. Returns how many were moved: fewer than given if another process
 * was faster. The caller then reads again.
 */
export async function moveItems(
  ports: LedgerPorts,
  items: readonly Item[],
  writesOf: (item: Item) => readonly TableWrite[],
  alongside: (moves: number, chunk: number) => readonly TableWrite[] = () => [],
): Promise<number> {
  let moved = 0;
  const most = writesAtOnce - alongside(1, 0).length;
  for (const [index, chunk] of [...chunksOf(items, writesOf, most)].entries()) {
    if (await transactOnce(ports, chunk.flatMap(writesOf), alongside(chunk.length, index))) {
      moved += chunk.length;
    }
  }
  return moved;
}

async function transactOnce(
  ports: LedgerPorts,
  moves: readonly TableWrite[],
  others: readonly TableWrite[],
): Promise<boolean> {
  try {
    await tryAgain(ports, () => ports.table.transact([...moves, ...others]));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCancelledError)) throw error;
    // If all conditions of the moves fail, an earlier try of this write, whose result was unknown, has succeeded.
    return moves.every(
      ({ condition }, index) => condition === undefined || error.reasons[index]?.code === 'condition-failed',
    );
  }
}

function* chunksOf(
  items: readonly Item[],
  writesOf: (item: Item) => readonly TableWrite[],
  mostWrites: number,
): Generator<Item[]> {
  let chunk: Item[] = [];
  let bytes = 0;
  let writes = 0;
  for (const item of items) {
    const [size, more] = [itemSize(item), writesOf(item).length];
    if (chunk.length > 0 && (writes + more > mostWrites || bytes + size > bytesAtOnce)) {
      yield chunk;
      [chunk, bytes, writes] = [[], 0, 0];
    }
    chunk.push(item);
    bytes += size;
    writes += more;
  }
  if (chunk.length > 0) yield chunk;
}

/** The writes that put an item under its new key and delete it under the old one. */
export function moveTo(item: Item, from: Key): TableWrite[] {
  return [
    { kind: 'put', item, condition: absent },
    { kind: 'delete', key: { pk: from.pk, sk: from.sk }, condition: present },
  ];
}

/** How often a round may move nothing because other processes were faster. */
const mostVainMoves = 20;

/**
 * Reads and moves items until `read` finds none. `move` returns how many it moved: fewer than given if other
 * processes were faster. Returns the total. Throws `TableUnavailableError` with `message` if other processes keep
 * changing the items.
 */
export async function drain(
  read: () => Promise<readonly Item[]>,
  message: string,
  move: (items: readonly Item[]) => Promise<number>,
): Promise<number> {
  let moved = 0;
  for (let emptyRounds = 0; emptyRounds < mostVainMoves; ) {
    const items = await read();
    if (items.length === 0) return moved;
    const more = await move(items);
    moved += more;
    if (more === 0) emptyRounds += 1;
  }
  throw new TableUnavailableError(message);
}
