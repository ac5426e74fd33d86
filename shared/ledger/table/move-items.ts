import type { LedgerPorts } from '../ports.ts';
import { absent, present } from './conditions.ts';
import { itemSize } from './item-size.ts';
import { type Item, type Key, type TableWrite, TransactionCancelledError } from './table.ts';
import { tryAgain } from './try-again.ts';

const writesAtOnce = 100;
const bytesAtOnce = 3_000_000;

/**
 * Makes the writes of many items, as many at once as a transaction takes, and those of one item never apart. One of
 * the writes puts the whole item, and conditions say that it has not been moved. `alongside` makes the writes that
 * belong to so many moves at once: a count kept elsewhere. Answers how many were moved: fewer than asked when somebody
 * else was faster, and the caller reads again.
 */
export async function moveItems(
  ports: LedgerPorts,
  items: readonly Item[],
  writesOf: (item: Item) => readonly TableWrite[],
  alongside: (moves: number) => readonly TableWrite[] = () => [],
): Promise<number> {
  let moved = 0;
  const most = writesAtOnce - alongside(1).length;
  for (const chunk of chunksOf(items, writesOf, most)) {
    if (await transactOnce(ports, chunk.flatMap(writesOf), alongside(chunk.length))) {
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
    // An earlier try of this very write, whose result stayed unknown, shows as every condition of a move failing.
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

/** The writes that put an item where it goes and take it away where it was. */
export function moveTo(item: Item, from: Key): TableWrite[] {
  return [
    { kind: 'put', item, condition: absent },
    { kind: 'delete', key: { pk: from.pk, sk: from.sk }, condition: present },
  ];
}
