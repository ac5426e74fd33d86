import type { FailingBuyer, ReadingFacts } from '../../domain/health/facts.ts';
import type { KnownBuyer } from '../../domain/history/history.ts';
import { farthestMs } from '../../domain/polling/due.ts';
import { buyerDueShards, buyerKey, buyerOf, dueAttributes, failingDueShard } from '../items/keys.ts';
import { all, equals, missing, present, tryIfHolds } from '../table/conditions.ts';
import { type Attributes, firstDue, numberOf, queryDue, readItems, stringOf } from '../table/read-item.ts';
import type { Condition, Item, LedgerPorts } from '../table/table.ts';

/** The index may lag behind the items. */
export interface DueBuyer {
  readonly dueAt: number;
  readonly isFailing: boolean;
}

/** Many overdue buyers must not hide digests: they have shards of their own, and failing buyers, too. See `due.ts`. */
export function createDueBuyers(ports: LedgerPorts) {
  const { table } = ports;

  async function listBetween(from: number, until: number): Promise<Map<string, DueBuyer>> {
    const found = new Map<string, DueBuyer>();
    for (const shard of [...buyerDueShards, failingDueShard]) {
      const isFailing = shard === failingDueShard;
      for await (const key of queryDue(table, { shard, from, until })) {
        found.set(buyerOf(key), { dueAt: key.dueAt, isFailing });
      }
    }
    return found;
  }

  return {
    async listDue(now: number): Promise<ReadonlyMap<string, DueBuyer>> {
      const late = await listBetween(0, now);
      // A wrong clock wrote these.
      const beyond = await listBetween(now + farthestMs + 1, Number.MAX_SAFE_INTEGER);
      return new Map([...late, ...beyond]);
    },

    /** Buyers whose last poll failed don't count; null if none is due. */
    async readFirstDue(now: number): Promise<number | null> {
      const [first] = await firstDue(table, buyerDueShards, { from: 0, until: now, limit: 1 });
      return first?.dueAt ?? null;
    },

    listScheduled: () => listBetween(0, Number.MAX_SAFE_INTEGER),

    /** Makes a buyer due now, unless its list is refused. */
    async wake(buyerId: string, now: number): Promise<void> {
      const key = buyerKey(buyerId);
      const update = async (set: Readonly<Record<string, string | number>>, condition: Condition) =>
        tryIfHolds(ports, () => table.update({ key, set: { ...set, v: 1 }, condition }));
      const isFine = all(missing('refusals'), missing('failingSince'));
      const { holds } = await update(dueAttributes(key, now, 'buyer'), isFine);
      // A buyer that fails stays among the failing.
      if (!holds) await update({ dueAt: now }, all(present, missing('refusals')));
    },

    /** A buyer that is no longer watched is never due, unless it was woken since it was listed with this time. */
    async retire(buyerId: string, dueAt: number): Promise<void> {
      const key = buyerKey(buyerId);
      const remove = ['dueShard', 'dueAt', 'failingSince', 'refusals', 'deniedAt'];
      await tryIfHolds(ports, () => table.update({ key, remove, condition: equals('dueAt', dueAt) }));
    },

    async listKnown(): Promise<KnownBuyer[]> {
      const ids = [...(await listBetween(0, Number.MAX_SAFE_INTEGER)).keys()].sort();
      return (await readItems(table, ids.map(buyerKey))).map(knownIn);
    },
  };
}

function knownIn(item: Item): KnownBuyer {
  return {
    buyerId: buyerOf(item),
    name: stringOf(item, 'name'),
    listed: numberOf(item, 'listed') ?? 0,
    readAt: numberOf(item, 'lastCompleteAt'),
    failingSince: numberOf(item, 'failingSince'),
    firstRun: stringOf(item, 'firstRun'),
  };
}

const everFrom = { from: 0, until: Number.MAX_SAFE_INTEGER };
/** So many are enough to name some, and to say since when. */
const mostRead = 50;

/** Failing buyers are found without reading the others. */
export function createFailingBuyers({ table }: LedgerPorts) {
  /** One shard has them, in the order of their due times. */
  const queryFailing = () => queryDue(table, { shard: failingDueShard, ...everFrom });

  return {
    listFailing: (): Promise<string[]> => Array.fromAsync(queryFailing(), buyerOf),

    async readFailing(): Promise<ReadingFacts['failing']> {
      const ids = await Array.fromAsync(queryFailing(), buyerOf);
      // The first just failed, and the last are refused or fail for long: some of both are read.
      const chosen = ids.filter((_, at) => at < mostRead / 2 || at >= ids.length - mostRead / 2);
      const items = await readItems(table, chosen.map(buyerKey));
      return { count: ids.length, first: items.map(failingIn) };
    },

    /**
     * The lists of these buyers say whether the service shows any: first the one that was shown last, if it is still
     * watched, then one that is due first among those whose last poll did not fail, and of the others as many as make
     * three: two, where all fail, since the list of one may fail alone.
     */
    async listControls(shownBuyer: string | null): Promise<readonly string[]> {
      const last = shownBuyer === null ? undefined : await table.get(buyerKey(shownBuyer));
      const [next, failing] = await Promise.all([
        firstDue(table, buyerDueShards, { ...everFrom, limit: 2 }),
        firstDue(table, [failingDueShard], { ...everFrom, limit: 2 }),
      ]);
      const isWatched = last !== undefined && numberOf(last, 'dueAt') !== null;
      // The last one may also be the next.
      const others = next.filter((key) => buyerOf(key) !== shownBuyer).slice(0, 1);
      const controls = new Set([...(isWatched ? [last] : []), ...others, ...failing].map(buyerOf));
      return [...controls].slice(0, 3);
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

/** 0 if another version wrote something else: then the buyer is polled. */
export function refusalsIn(item: Attributes): number {
  return numberOf(item, 'refusals') ?? 0;
}
