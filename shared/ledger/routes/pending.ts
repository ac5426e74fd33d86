import type { PendingCounts, WaitingEntry } from '../../domain/routes/pending.ts';
import type { DigestListing } from '../digests/digest-listing.ts';
import type { OwedDigests } from '../digests/owed-digests.ts';
import { heldPrefix, outboxPrefix, owedPrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import type { FloodHolding } from '../signals/flood-holding.ts';
import { enteredAtOf } from '../signals/outbox.ts';
import { bridgeIdOfEntry } from '../signals/taken-over.ts';
import { numberOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import type { RouteRegistry } from './route-registry.ts';

/** What a route still owes. A count of `mostCounted` waiting signals means that many or more. */
export interface PendingOfRoute extends Omit<PendingCounts, 'digests'> {
  /** Digests neither delivered nor discarded, including those handed over to it. */
  readonly digests: readonly DigestListing[];
  /** The time of the oldest pending signal or digest, milliseconds since the epoch; null if nothing is pending. */
  readonly oldestAt: number | null;
}

/** The default limit of counting signals. */
const mostCounted = 1_000;

/** A small page: each sweep reads one for each route. */
const oldestAtOnce = 100;
const mostPages = 10;

export function createPending(
  { table }: LedgerPorts,
  { listRoutes }: RouteRegistry,
  { listUndelivered }: OwedDigests,
  { countHeld }: FloodHolding,
) {
  /** Keys sort by the signals' times, so the first entry is the oldest. */
  const readFirst = async (
    routeId: string,
    prefix: string,
    most: number,
  ): Promise<{ count: number; oldestAt: number | null }> => {
    const { pk } = routeKey(routeId);
    let count = 0;
    let oldestAt: number | null = null;
    let cursor: string | undefined;
    do {
      const limit = most - count;
      const page = await table.query({ pk, prefix, limit, ...(cursor === undefined ? {} : { cursor }) });
      const [first] = page.items;
      if (count === 0 && first) oldestAt = numberOf(first, 'firstSeenAt');
      count += page.items.length;
      cursor = page.cursor;
    } while (cursor !== undefined && count < most);
    return { count, oldestAt };
  };

  /** Counts at most `most` waiting signals. */
  const describePending = async (routeId: string, most = mostCounted): Promise<PendingOfRoute> => {
    const waiting = await readFirst(routeId, outboxPrefix, most);
    const held = await readFirst(routeId, heldPrefix, 1);
    const digests = await listUndelivered(routeId);
    const times = [
      waiting.oldestAt,
      held.oldestAt,
      ...digests.map(({ frozenAt, replayedAt }) => replayedAt ?? frozenAt),
    ];
    const known = times.filter((time) => time !== null);
    return {
      routeId,
      signalsWaiting: waiting.count,
      signalsHeld: await countHeld(routeId),
      digests,
      oldestAt: known.length === 0 ? null : known.reduce((oldest, time) => Math.min(oldest, time)),
    };
  };

  /** Like `findVanished`, but only counts, each up to `most`: cheap enough for every sweep. */
  const countVanished = async (routeIds: readonly string[], most: number): Promise<PendingCounts[]> => {
    const vanished: PendingCounts[] = [];
    for (const { routeId } of await listRoutes()) {
      if (routeIds.includes(routeId)) continue;
      const { count: signalsWaiting } = await readFirst(routeId, outboxPrefix, most);
      const { count: digests } = await readFirst(routeId, owedPrefix, most);
      const signalsHeld = await countHeld(routeId);
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
     * `most` limits the counts.
     */
    async findVanished(routeIds: readonly string[], most = mostCounted): Promise<PendingOfRoute[]> {
      const vanished: PendingOfRoute[] = [];
      for (const { routeId } of await countVanished(routeIds, 1)) {
        vanished.push(await describePending(routeId, most));
      }
      return vanished;
    },

    /**
     * The first hundred outbox entries by the age of their signals, except those that may wait for a summary or a value
     * until after `now`, and those that are delayed: these are not overdue, and thousands of them must not hide an
     * entry that is. A hundred, since an old signal that was just released or handed over sorts before entries that have
     * waited longer. An entry behind a hundred of those, or behind some ten megabytes that wait, is not found. A hundred
     * entries of 2 KB are 50 read units: $0.27 a month for a route with that many at each sweep, and $1.35 at most,
     * since a page ends at 1 MB.
     */
    async readOldestEntries(
      routeId: string,
      now: number,
      isDelayed: (entry: WaitingEntry) => boolean,
    ): Promise<WaitingEntry[]> {
      const { pk } = routeKey(routeId);
      let cursor: string | undefined;
      for (let pages = 0; pages < mostPages; pages += 1) {
        const limit = pages === 0 ? { limit: oldestAtOnce } : {};
        const page = await table.query({
          pk,
          prefix: outboxPrefix,
          ...limit,
          ...(cursor ? { cursor } : {}),
        });
        const entries = page.items
          .map(waitingEntry)
          .filter((entry) => (entry.releaseAt ?? 0) <= now && !isDelayed(entry));
        if (entries.length > 0 || page.cursor === undefined) return entries.slice(0, oldestAtOnce);
        cursor = page.cursor;
      }
      return [];
    },
  };
}

function waitingEntry(item: Item): WaitingEntry {
  return {
    buyerId: String(item.buyerId),
    bridgeId: bridgeIdOfEntry(item.sk),
    hot: item.hot === true,
    enteredAt: enteredAtOf(item),
    releaseAt: numberOf(item, 'releaseAt'),
  };
}
