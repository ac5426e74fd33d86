import type { DigestPointer } from '../domain/delivery.ts';
import { digestPrefix, dueShards } from './keys.ts';
import type { Item, Key, Table } from './table.ts';

/** What is due: each is only a hint, since the index may lag; whoever takes it up checks by a condition. */
export interface DueWork {
  readonly digests: readonly DigestPointer[];
  readonly summaries: readonly string[];
  /** Routes with a late slot. */
  readonly lateRoutes: readonly string[];
}

/** At most this many of each shard in one sweep: the next minute's sweep takes the rest. */
const mostOfShard = 500;

export async function listDue(table: Table, until: number): Promise<DueWork> {
  const items = await listDueKeys(table, until, mostOfShard);
  return {
    digests: items.flatMap((item) => digestPointerOf(item) ?? []),
    summaries: items.flatMap((item) => (item.sk === 'SUMMARY' ? [item.pk.slice('B#'.length)] : [])),
    lateRoutes: items.flatMap((item) => (item.sk === 'LATE' ? [item.pk.slice('R#'.length)] : [])),
  };
}

export async function listDueKeys(
  table: Table,
  until: number,
  most = Number.POSITIVE_INFINITY,
): Promise<Key[]> {
  const shards = await Promise.all(dueShards.map((shard) => readShard(table, shard, until, most)));
  return shards.flat();
}

async function readShard(table: Table, shard: string, until: number, most: number): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | undefined;
  do {
    const page = await table.due({
      shard,
      until,
      limit: mostOfShard,
      ...(cursor === undefined ? {} : { cursor }),
    });
    items.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined && items.length < most);
  return items;
}

function digestPointerOf(key: Key): DigestPointer | null {
  if (!key.pk.startsWith('R#') || !key.sk.startsWith(digestPrefix)) return null;
  const [slot, part] = key.sk.slice(digestPrefix.length).split('#');
  return { routeId: key.pk.slice('R#'.length), slot: slot as string, part: Number(part) };
}
