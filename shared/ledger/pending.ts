import { type DigestListing, listUndelivered } from './digest-listing.ts';
import { asidePrefixes, outboxPrefix, routeKey } from './keys.ts';
import { numberOf } from './read-item.ts';
import { listRoutes } from './route-registry.ts';
import type { Table } from './table.ts';

/** What a route still owes. */
export interface PendingOfRoute {
  readonly routeId: string;
  /** In its outbox; `mostCounted` stands for that many or more. */
  readonly signalsWaiting: number;
  /** Kept back from a flood; capped alike. */
  readonly signalsHeld: number;
  /** Frozen and neither delivered nor discarded, those handed over to it included. */
  readonly digests: readonly DigestListing[];
  /** When the oldest of all that came to the route, milliseconds since the epoch; null when nothing is pending. */
  readonly oldestAt: number | null;
}

/** More than this many signals are not counted one by one: say "1,000+". */
export const mostCounted = 1_000;

/** `most`: how many signals are counted one by one. */
export async function describePending(
  table: Table,
  routeId: string,
  most = mostCounted,
): Promise<PendingOfRoute> {
  const { pk } = routeKey(routeId);
  const waiting = await countFirst(table, pk, outboxPrefix, most);
  const held = await countFirst(table, pk, asidePrefixes.held, most);
  const digests = await listUndelivered(table, routeId);
  const times = [
    waiting.oldestAt,
    held.oldestAt,
    ...digests.map(({ frozenAt, replayedAt }) => replayedAt ?? frozenAt),
  ];
  const known = times.filter((time) => time !== null);
  return {
    routeId,
    signalsWaiting: waiting.count,
    signalsHeld: held.count,
    digests,
    oldestAt: known.length === 0 ? null : known.reduce((oldest, time) => Math.min(oldest, time)),
  };
}

function isNothingPending({ signalsWaiting, signalsHeld, digests }: PendingOfRoute): boolean {
  return signalsWaiting === 0 && signalsHeld === 0 && digests.length === 0;
}

/** The routes that something is pending for and that are none of `routeIds`: the config has them no more. */
export async function findVanished(
  table: Table,
  routeIds: readonly string[],
  most = mostCounted,
): Promise<PendingOfRoute[]> {
  const vanished: PendingOfRoute[] = [];
  for (const { routeId } of await listRoutes(table)) {
    if (routeIds.includes(routeId)) continue;
    const pending = await describePending(table, routeId, most);
    if (!isNothingPending(pending)) vanished.push(pending);
  }
  return vanished;
}

/** What the oldest outbox entry of a route waits for, as times in milliseconds since the epoch. */
export interface OldestEntry {
  /** When it came into this outbox. */
  readonly enteredAt: number;
  /** It may wait for a summary until then. */
  readonly releaseAt: number | null;
}

/** By the time of its signal: of what was released or handed over, the oldest signal need not have come first. */
export async function readOldestEntry(table: Table, routeId: string): Promise<OldestEntry | null> {
  const { items } = await table.query({ pk: routeKey(routeId).pk, prefix: outboxPrefix, limit: 1 });
  const [first] = items;
  if (first === undefined) return null;
  return {
    enteredAt: numberOf(first, 'enteredAt') ?? numberOf(first, 'firstSeenAt') ?? 0,
    releaseAt: numberOf(first, 'releaseAt'),
  };
}

/** In the order of their keys, and so of their signals' times: the first is the oldest. */
async function countFirst(
  table: Table,
  pk: string,
  prefix: string,
  most: number,
): Promise<{ count: number; oldestAt: number | null }> {
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
}
