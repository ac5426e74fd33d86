import type { FailingBuyer, ReadingFacts } from '../../domain/health/facts.ts';
import { buyerDueShards, buyerKey, buyerOf, failingDueShard } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { numberOf } from '../table/read-item.ts';
import { firstDue, queryDue, readItems } from '../table/read-many.ts';
import type { Item } from '../table/table.ts';
import { refusalsIn } from './buyers.ts';

const everFrom = { from: 0, until: Number.MAX_SAFE_INTEGER };
/** Enough to name some, and to say since when. */
const mostRead = 50;

/** The buyers whose last poll failed or was denied: found without reading the others. */
export function createFailingBuyers({ table }: LedgerPorts) {
  /** Their ids, in the order of their due times: they have one shard. */
  const listFailing = (): Promise<string[]> =>
    Array.fromAsync(queryDue(table, { shard: failingDueShard, ...everFrom }), buyerOf);

  return {
    listFailing,

    /** How many they are, and the first of them. Reads an item for each of these. */
    async readFailing(): Promise<ReadingFacts['failing']> {
      const buyerIds = await listFailing();
      const items = await readItems(table, buyerIds.slice(0, mostRead).map(buyerKey));
      return { count: buyerIds.length, first: items.map(failingIn) };
    },

    /**
     * Whose lists say whether the service shows any: first the one that was shown last, if it is still watched, then one
     * that is due next among those whose last poll did not fail (or the longest overdue one, where a pause outlasted all
     * due times), and one of the others.
     */
    async listControls(shownBuyer: string | null, now: number): Promise<string[]> {
      const last = shownBuyer === null ? undefined : await table.get(buyerKey(shownBuyer));
      const [next, failing] = await Promise.all([
        firstDue(table, buyerDueShards, { ...everFrom, from: now, limit: 2 }),
        firstDue(table, [failingDueShard], { ...everFrom, limit: 1 }),
      ]);
      if (next.length === 0) next.push(...(await firstDue(table, buyerDueShards, { ...everFrom, limit: 2 })));
      const isWatched = last !== undefined && numberOf(last, 'dueAt') !== null;
      // The last one may also be the next.
      const others = next.filter((key) => buyerOf(key) !== shownBuyer).slice(0, 1);
      return [...new Set([...(isWatched ? [last] : []), ...others, ...failing].map(buyerOf))];
    },
  };
}

function failingIn(item: Item): FailingBuyer {
  return {
    buyerId: buyerOf(item),
    since: numberOf(item, 'failingSince') ?? 0,
    nextTryAt: numberOf(item, 'dueAt') ?? 0,
    isRefused: refusalsIn(item) > 0,
    isUndecided: numberOf(item, 'deniedAt') !== null && refusalsIn(item) === 0,
    isEmpty: numberOf(item, 'emptySince') !== null,
    readAt: numberOf(item, 'lastCompleteAt') ?? 0,
  };
}
