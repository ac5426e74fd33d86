import type { PendingCounts, WaitingTimes } from '../../domain/routes/pending.ts';
import type { DigestListing } from '../digests/digest-listing.ts';
import type { OwedDigests } from '../digests/owed-digests.ts';
import { heldPrefix, outboxPrefix, owedPrefix, routeKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import type { FloodHolding } from '../signals/flood-holding.ts';
import { numberOf } from '../table/read-item.ts';
import type { Item } from '../table/table.ts';
import type { RouteRegistry } from './route-registry.ts';

/** What a route still owes. `mostCounted` signals that wait stand for that many or more. */
export interface PendingOfRoute extends Omit<PendingCounts, 'digests'> {
  /** Frozen and neither delivered nor discarded, those handed over to it included. */
  readonly digests: readonly DigestListing[];
  /** When the oldest of all that came to the route, milliseconds since the epoch; null when nothing is pending. */
  readonly oldestAt: number | null;
}

/** More than this many signals are not counted one by one, unless told otherwise. */
const mostCounted = 1_000;

/** Each sweep asks this for each route. */
const oldestAtOnce = 100;
const mostPages = 10;

export function createPending(
  { table }: LedgerPorts,
  { listRoutes }: RouteRegistry,
  { listUndelivered }: OwedDigests,
  { countHeld }: FloodHolding,
) {
  /** In the order of their keys, and so of their signals' times: the first is the oldest. */
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

  /** `most`: how many signals are counted one by one. */
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

  /** As `findVanished`, with counts, signals that wait and digests each up to `most`: for a sweep that looks often. */
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
     * The routes that something is pending for and that are none of `routeIds`: the config has them no more. `most` caps
     * the counts.
     */
    async findVanished(routeIds: readonly string[], most = mostCounted): Promise<PendingOfRoute[]> {
      const vanished: PendingOfRoute[] = [];
      for (const { routeId } of await countVanished(routeIds, 1)) {
        vanished.push(await describePending(routeId, most));
      }
      return vanished;
    },

    /**
     * Of the outbox entries with the oldest signals, the first hundred, without those that may wait for a summary until
     * after `now`: nothing of theirs is overdue, and thousands of them must not hide an entry that is. More than one,
     * since an old signal that was released or handed over just now sorts before others that wait for longer; behind a
     * hundred of those nothing is seen, nor behind some ten megabytes that wait for summaries.
     * A hundred entries of 2 KB are 50 read units: $0.27 a month for a route that has so many waiting at each sweep, and
     * $1.35 at most, as a page ends at 1 MB.
     */
    async readOldestEntries(routeId: string, now: number): Promise<WaitingTimes[]> {
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
        const times = page.items.map(waitingTimes).filter(({ releaseAt }) => (releaseAt ?? 0) <= now);
        if (times.length > 0 || page.cursor === undefined) return times.slice(0, oldestAtOnce);
        cursor = page.cursor;
      }
      return [];
    },
  };
}

function waitingTimes(item: Item): WaitingTimes {
  return {
    enteredAt: numberOf(item, 'enteredAt') ?? numberOf(item, 'firstSeenAt') ?? 0,
    releaseAt: numberOf(item, 'releaseAt'),
  };
}
