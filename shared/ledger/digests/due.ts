import type { DigestPointer } from '../../domain/digests/delivery.ts';
import { digestPointerOf, dueShards, keyFamilies } from '../keys.ts';
import type { Key, Table } from '../table/table.ts';

/** What is due: each is only a hint, since the index may lag; whoever takes it up checks by a condition. */
export interface DueWork {
  /** What has been due for longest comes first: what was put off stands behind what never had its turn. */
  readonly digests: readonly DigestPointer[];
  readonly summaries: readonly string[];
  /** Routes with a late slot. */
  readonly lateRoutes: readonly string[];
  /** Every digest that waits for an attempt, whether that is due yet or not. */
  readonly waiting: readonly DigestPointer[];
}

/** At most this many of each shard in one sweep: the next minute's sweep takes the rest. */
const mostOfShard = 500;

export async function listDue(table: Table, until: number): Promise<DueWork> {
  // What is due comes first in each shard; what comes later is read along for its age.
  const all = await listDueKeys(table, Number.MAX_SAFE_INTEGER, mostOfShard);
  const items = all.filter(({ dueAt }) => dueAt <= until).sort((a, b) => a.dueAt - b.dueAt);
  return {
    digests: items.flatMap((item) => digestPointerOf(item) ?? []),
    summaries: items.flatMap((item) =>
      item.sk === 'SUMMARY' ? [item.pk.slice(keyFamilies.buyers.length)] : [],
    ),
    lateRoutes: items.flatMap((item) =>
      item.sk === 'LATE' ? [item.pk.slice(keyFamilies.routes.length)] : [],
    ),
    waiting: all.flatMap((item) => digestPointerOf(item) ?? []),
  };
}

export interface DueKey extends Key {
  /** Milliseconds since the epoch. */
  readonly dueAt: number;
}

export async function listDueKeys(
  table: Table,
  until: number,
  most = Number.POSITIVE_INFINITY,
): Promise<DueKey[]> {
  const shards = await Promise.all(dueShards.map((shard) => readShard(table, shard, until, most)));
  return shards.flat();
}

async function readShard(table: Table, shard: string, until: number, most: number): Promise<DueKey[]> {
  const items: DueKey[] = [];
  let cursor: string | undefined;
  do {
    const page = await table.due({
      shard,
      until,
      limit: mostOfShard,
      ...(cursor === undefined ? {} : { cursor }),
    });
    items.push(...page.items.map(({ pk, sk, dueAt }) => ({ pk, sk, dueAt: Number(dueAt) })));
    cursor = page.cursor;
  } while (cursor !== undefined && items.length < most);
  return items;
}
