import type { PendingCounts, WaitingEntry } from '../../domain/signals/pending.ts';
import type { OwedDigests } from '../digests/owed-digests.ts';
import type { DigestListing } from '../items/digest-listing.ts';
import { bridgeIdOfEntry } from '../items/entries.ts';
import { entryKey, heldPrefix, outboxPk, outboxPrefix, owedPrefix, routeKey } from '../items/keys.ts';
import { enteredAtOf } from '../items/stored-signal.ts';
import type { Routes } from '../routes/routes.ts';
import type { Outbox } from '../signals/outbox.ts';
import type { LedgerPorts } from '../table/ports.ts';
import { numberOf } from '../table/read-item.ts';
import { readFirst } from '../table/read-many.ts';
import type { Item } from '../table/table.ts';

/** What a route still owes. */
export type PendingOfRoute = Awaited<ReturnType<ReturnType<typeof createPending>['describePending']>>;

/** A small page: each sweep reads one for each route. */
const firstPage = 100;

export interface UndelayedEntry {
  readonly entry: WaitingEntry;
  /** Milliseconds since the epoch. */
  readonly from: number;
}

/** What a reading of an outbox is about. Pure. */
export interface ReadingRules {
  /** The entry and from when it counts for the route's times; nothing while a rule of the route delays it. */
  readonly undelayed: (entry: WaitingEntry) => readonly UndelayedEntry[];
  /** Whether entries that nothing delays, and that count from these times, make the route due. */
  readonly isDue: (from: readonly number[]) => boolean;
}

export function createPending(
  { table }: LedgerPorts,
  { listUndelivered }: OwedDigests,
  routes: Routes,
  { countWaiting }: Outbox,
) {
  /**
   * Its signals that wait in its outbox, and those that are held over the flood limit; its digests neither delivered nor
   * discarded. `oldestAt`: the time of the oldest of them, milliseconds since the epoch; null if nothing is pending.
   */
  const describePending = async (routeId: string, now: number) => {
    const [waiting, held, digests, route] = await Promise.all([
      countWaiting(routeId, now),
      readFirst(table, outboxPk(routeId), heldPrefix, 1),
      listUndelivered(routeId),
      routes.read(routeId),
    ]);
    return {
      routeId,
      waiting,
      signalsHeld: route.held,
      digests,
      oldestAt: oldestOf([waiting.oldestAt, ...held.map(firstSeenOf)], digests),
    };
  };

  /** Like `findVanished`, but only counts, each up to `most`: cheap enough for every sweep. */
  const countVanished = async (routeIds: readonly string[], most: number): Promise<PendingCounts[]> => {
    const vanished: PendingCounts[] = [];
    for (const { routeId } of await routes.list()) {
      if (routeIds.includes(routeId)) continue;
      const { length: signalsWaiting } = await readFirst(table, outboxPk(routeId), outboxPrefix, most);
      const { length: digests } = await readFirst(table, routeKey(routeId).pk, owedPrefix, most);
      const { held: signalsHeld } = await routes.read(routeId);
      if (signalsWaiting + signalsHeld + digests > 0) {
        vanished.push({ routeId, signalsWaiting, signalsHeld, digests });
      }
    }
    return vanished;
  };

  return {
    describePending,
    countVanished,

    /**
     * The routes with pending signals or digests that are not among `routeIds`: they were removed from the config.
     */
    async findVanished(routeIds: readonly string[], now: number) {
      const vanished = await countVanished(routeIds, 1);
      return Array.fromAsync(vanished, ({ routeId }) => describePending(routeId, now));
    },

    /**
     * Reads an outbox on from behind the entry with the key `place`, or from its oldest entry, until entries make the route
     * due, or none behind them can. It ends after so many pages, the first of a hundred entries and the others of a
     * megabyte: the next reading goes on at the place that it returns. To read a hundred entries of 1 KB takes 36 read
     * units: $0.19 a month for a route with that many at each sweep.
     */
    async readOn(routeId: string, place: string | null, pages: number, rules: ReadingRules) {
      const undelayed: UndelayedEntry[] = [];
      let cursor = place === null ? undefined : entryKey(routeId, place);
      for (let page = 1; ; page += 1) {
        const limit = page === 1 ? firstPage : undefined;
        const read = await table.query({ pk: outboxPk(routeId), prefix: outboxPrefix, limit, cursor });
        const entries = read.items.map(waitingEntry);
        undelayed.push(...entries.flatMap(rules.undelayed));
        if (rules.isDue(undelayed.map(({ from }) => from))) return { isDue: true, undelayed, place: null };
        cursor = read.cursor;
        const last = entries.at(-1);
        // What was first seen later entered the outbox later, too, and counts from then at the earliest.
        const isTooLate = last !== undefined && !rules.isDue([last.firstSeenAt]);
        if (cursor === undefined || (isTooLate && undelayed.length > 0))
          return { isDue: false, undelayed, place: null };
        if (page >= pages) return { isDue: false, undelayed, place: cursor.sk };
      }
    },
  };
}

const firstSeenOf = (entry: Item): number | null => numberOf(entry, 'firstSeenAt');

function oldestOf(entries: readonly (number | null)[], digests: readonly DigestListing[]): number | null {
  const times = [...entries, ...digests.map(({ frozenAt, resentAt }) => resentAt ?? frozenAt)];
  const known = times.filter((time) => time !== null);
  return known.length === 0 ? null : Math.min(...known);
}

function waitingEntry(item: Item): WaitingEntry {
  return {
    buyerId: String(item.buyerId),
    bridgeId: bridgeIdOfEntry(item.sk),
    firstSeenAt: numberOf(item, 'firstSeenAt') ?? 0,
    hot: item.hot === true,
    enteredAt: enteredAtOf(item),
    releaseAt: numberOf(item, 'releaseAt'),
    released: item.released === true,
  };
}
