import { type Item, TableUnavailableError } from './table.ts';

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
