import type { KnownBuyer } from '../../domain/history/history.ts';
import { farthestMs } from '../../domain/polling/due.ts';
import { notFoundToTell } from '../../domain/signals/recording.ts';
import { buyerDueShards, buyerKey, buyerOf, dueAttributes } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { absent, any, equals, missing } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { numberOf, stringOf } from '../table/read-item.ts';
import { queryDue, readItems } from '../table/read-many.ts';
import type { Item } from '../table/table.ts';
import { tryAgain } from '../table/try-again.ts';
import { refusalsIn } from './buyers.ts';

/** The due times of buyers, in shards of their own: many overdue buyers must not hide digests. See `due.ts`. */
export function createDueBuyers(ports: LedgerPorts) {
  const { table } = ports;

  async function listBetween(from: number, until: number): Promise<Map<string, number>> {
    const found = new Map<string, number>();
    for (const shard of buyerDueShards) {
      for await (const key of queryDue(table, { shard, from, until })) found.set(buyerOf(key), key.dueAt);
    }
    return found;
  }

  return {
    /** Each with its due time, as the index shows it: it may lag behind the items. */
    async listDueBuyers(now: number): Promise<ReadonlyMap<string, number>> {
      const late = await listBetween(0, now);
      // Written by a wrong clock.
      const beyond = await listBetween(now + farthestMs + 1, Number.MAX_SAFE_INTEGER);
      return new Map([...late, ...beyond]);
    },

    /** Since when the first of the due buyers is due; null if none is. */
    async readFirstDueBuyer(now: number): Promise<number | null> {
      const query = { from: 0, until: now, limit: 1 };
      const pages = await Promise.all(buyerDueShards.map((shard) => table.due({ shard, ...query })));
      const times = pages.flatMap(({ items }) => items.map(({ dueAt }) => Number(dueAt)));
      return times.length === 0 ? null : Math.min(...times);
    },

    /** All buyers with a due time. */
    listScheduledBuyers(): Promise<ReadonlyMap<string, number>> {
      return listBetween(0, Number.MAX_SAFE_INTEGER);
    },

    /** Makes a buyer due now, unless its list is refused. */
    async wake(buyerId: string, now: number): Promise<void> {
      const key = buyerKey(buyerId);
      const set = { ...dueAttributes(key, now, 'buyer'), v: 1 };
      const condition = any(absent, missing('refusals'));
      await ifHolds(tryAgain(ports, () => table.update({ key, set, condition })));
    },

    /** A buyer that is no longer watched is never due, unless it was woken since it was listed with this time. */
    async retire(buyerId: string, dueAt: number): Promise<void> {
      const key = buyerKey(buyerId);
      const remove = ['dueShard', 'dueAt', 'failingSince', 'refusals'];
      await ifHolds(tryAgain(ports, () => table.update({ key, remove, condition: equals('dueAt', dueAt) })));
    },

    /** The watched buyers, by id. Reads an item for each. */
    async listKnownBuyers(): Promise<KnownBuyer[]> {
      const ids = [...(await listBetween(0, Number.MAX_SAFE_INTEGER)).keys()].sort();
      return (await readItems(table, ids.map(buyerKey))).map(knownIn);
    },

    /** Those of some distinct buyers whose lists can't be read. Reads an item for each. */
    async findUnread(buyerIds: readonly string[]) {
      const items = await readItems(table, buyerIds.map(buyerKey));
      return {
        /** The token may not read their lists. */
        refused: items.filter((item) => refusalsIn(item) > 0).map(refusedIn),
        /** Every poll was answered with 404: the service may not know them. */
        notFound: items.filter((item) => (numberOf(item, 'notFound') ?? 0) >= notFoundToTell).map(buyerOf),
      };
    },
  };
}

function knownIn(item: Item): KnownBuyer {
  return {
    buyerId: buyerOf(item),
    name: stringOf(item, 'name'),
    listed: numberOf(item, 'listed') ?? 0,
    readAt: numberOf(item, 'lastCompleteAt'),
  };
}

/** Times in milliseconds since the epoch. */
function refusedIn(item: Item) {
  return {
    buyerId: buyerOf(item),
    since: numberOf(item, 'failingSince') ?? 0,
    nextTryAt: numberOf(item, 'dueAt') ?? 0,
  };
}
