import type { LedgerPorts } from '../ports.ts';
import { type Item, type TableQuery, TableUnavailableError } from './table.ts';

/** How often nothing at all may have moved, since others were faster each time. */
export const mostVainMoves = 20;

/**
 * Reads and moves what a query finds until nothing is left. `move` answers how many it moved: fewer than it was given
 * where others were faster. Answers how many were moved in all. Throws `TableUnavailableError` with `message` where
 * others keep changing what is to be moved.
 */
export async function drain(
  { table }: LedgerPorts,
  query: TableQuery,
  message: string,
  move: (items: readonly Item[]) => Promise<number>,
): Promise<number> {
  let moved = 0;
  for (let vain = 0; vain < mostVainMoves; ) {
    const { items } = await table.query(query);
    if (items.length === 0) return moved;
    const more = await move(items);
    moved += more;
    if (more === 0) vain += 1;
  }
  throw new TableUnavailableError(message, 'no');
}
