import { absent, present } from './conditions.ts';
import { itemSize } from './item-size.ts';
import { asidePrefixes, outboxPrefix, routeKey } from './keys.ts';
import { queryAll } from './query-all.ts';
import { numberOf } from './read-item.ts';
import {
  type Item,
  type Table,
  TableUnavailableError,
  type TableWrite,
  TransactionCancelledError,
} from './table.ts';
import { type TryAgainPorts, tryAgain } from './try-again.ts';

export interface SetAside {
  readonly routeId: string;
  /** Outbox keys. */
  readonly keys: readonly string[];
  readonly fate: 'held' | 'dropped';
  /** Of the flood that they are counted with. */
  readonly floodId: number;
}

/** A move is two writes of a transaction's hundred, and each of them carries the whole entry. */
const movesAtOnce = 50;
const mostVainMoves = 20;
const bytesAtOnce = 3_000_000;

/** What was dropped can still be looked up for a while. It is nobody's any more: only this has a time to live. */
const keepDroppedMs = 30 * 86_400_000;

/**
 * Moves entries of a flood out of the outbox: each is in one place or the other, whatever crashes. Answers how many
 * were moved: fewer than asked when another composer was faster, and the caller reads the outbox again.
 */
export async function setAside(
  table: Table,
  ports: TryAgainPorts,
  { routeId, keys, fate, floodId }: SetAside,
  now: number,
): Promise<number> {
  const { pk } = routeKey(routeId);
  const mark = {
    floodId,
    ...(fate === 'dropped' ? { expiresAt: Math.ceil((now + keepDroppedMs) / 1000) } : {}),
  };
  const items: Item[] = [];
  for (const sk of keys) {
    const item = await table.get({ pk, sk });
    if (item) items.push(item);
  }
  return moveAll(table, ports, items, (item) => ({
    ...item,
    ...mark,
    sk: `${asidePrefixes[fate]}${item.sk.slice(outboxPrefix.length)}`,
  }));
}

/**
 * Puts everything that a route holds back into its outbox again, marked so that no flood rule counts it twice.
 * Answers how many; interrupted, the same again moves the rest.
 */
export async function releaseHeld(table: Table, ports: TryAgainPorts, routeId: string): Promise<number> {
  const { pk } = routeKey(routeId);
  let released = 0;
  for (let vain = 0; vain < mostVainMoves; ) {
    const { items } = await table.query({ pk, prefix: asidePrefixes.held, limit: movesAtOnce });
    if (items.length === 0) return released;
    const moved = await moveAll(table, ports, items, ({ floodId: _, ...item }) => ({
      ...item,
      sk: `${outboxPrefix}${item.sk.slice(asidePrefixes.held.length)}`,
      released: true,
      // Its signal may be weeks old: it is overdue only once a slot of the route has passed from here on.
      enteredAt: ports.clock.now(),
    }));
    released += moved;
    if (moved === 0) vain += 1;
  }
  throw new TableUnavailableError(`the signals held for ${routeId} keep changing; try again`, 'no');
}

/** How many signals a route holds back. */
export async function countHeld(table: Table, routeId: string): Promise<number> {
  return countAside(table, routeId, 'held', () => true);
}

/** How many signals of one flood were held back or dropped. */
export async function countFlood(table: Table, routeId: string, floodId: number): Promise<number> {
  const ofFlood = (item: Item): boolean => numberOf(item, 'floodId') === floodId;
  return (
    (await countAside(table, routeId, 'held', ofFlood)) +
    (await countAside(table, routeId, 'dropped', ofFlood))
  );
}

async function countAside(
  table: Table,
  routeId: string,
  fate: SetAside['fate'],
  counts: (item: Item) => boolean,
): Promise<number> {
  let count = 0;
  for await (const item of queryAll(table, routeKey(routeId).pk, asidePrefixes[fate])) {
    if (counts(item)) count += 1;
  }
  return count;
}

async function moveAll(
  table: Table,
  ports: TryAgainPorts,
  items: readonly Item[],
  place: (item: Item) => Item,
): Promise<number> {
  let moved = 0;
  for (const chunk of chunksOf(items)) {
    if (await move(table, ports, chunk, place)) moved += chunk.length;
  }
  return moved;
}

async function move(
  table: Table,
  ports: TryAgainPorts,
  items: readonly Item[],
  place: (item: Item) => Item,
): Promise<boolean> {
  const writes = items.flatMap((item): TableWrite[] => [
    { kind: 'put', item: place(item), condition: absent },
    { kind: 'delete', key: { pk: item.pk, sk: item.sk }, condition: present },
  ]);
  try {
    await tryAgain(ports, () => table.transact(writes));
    return true;
  } catch (error) {
    if (!(error instanceof TransactionCancelledError)) throw error;
    // An earlier try of this very write, whose result stayed unknown, shows as every entry in its new place.
    return error.reasons.every(({ code }) => code === 'condition-failed');
  }
}

function* chunksOf(items: readonly Item[]): Generator<Item[]> {
  let chunk: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = itemSize(item);
    if (chunk.length === movesAtOnce || (chunk.length > 0 && bytes + size > bytesAtOnce)) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}
