import { inParallel } from '../../domain/concurrency.ts';
import { matchingRoutes, type Route, type RouteCandidate } from '../../domain/routes/route.ts';
import { isUnreadableId } from '../../domain/signals/signal.ts';
import { readUndelivered } from '../digests/digest-listing.ts';
import { type ClearingScope, isClearable } from '../digests/hand-over.ts';
import { asidePrefixes, outboxPrefix, routeKey, signalKey } from '../keys.ts';
import { queryPages } from '../table/query-all.ts';
import { stringsOf } from '../table/read-item.ts';
import type { Item, Table } from '../table/table.ts';
import { signalIdOfEntry } from './taken-over.ts';

export interface Unmatched {
  /** All signals that a hand-over would give, those in digests included. */
  readonly signals: number;
  /** Those of them that the other route's `match` would not take. */
  readonly unmatched: number;
}

export interface UnmatchedQuery {
  readonly from: string;
  readonly to: Route;
  readonly scope: ClearingScope;
}

const readsAtOnce = 8;

/** Of what `handOver` would give to a route, how much it would never have got by itself. Changes nothing. */
export async function countUnmatched(
  table: Table,
  { from, to, scope }: UnmatchedQuery,
  now: number,
): Promise<Unmatched> {
  let [signals, unmatched] = [0, 0];
  const count = (candidate: RouteCandidate): void => {
    signals += 1;
    if (matchingRoutes([to], candidate).length === 0) unmatched += 1;
  };
  for (const prefix of scope === 'all' ? [asidePrefixes.held, outboxPrefix] : [asidePrefixes.held]) {
    for await (const entries of queryPages(table, routeKey(from).pk, prefix)) {
      for (const entry of entries) count(candidateOf(entry.sk, entry));
    }
  }
  for await (const digest of readUndelivered(table, from)) {
    if (!isClearable(digest, scope, now) || digest.destinationType !== to.to.type) continue;
    // A digest has the keys of its members; what they were is still at their tombstones.
    await inParallel(stringsOf(digest, 'members'), readsAtOnce, async (sk) => {
      const tombstone = await table.get(signalKey(signalIdOfEntry(sk)));
      if (tombstone) count(candidateOf(sk, tombstone));
    });
  }
  return { signals, unmatched };
}

/** By the fields that an entry and its signal's tombstone share. */
function candidateOf(sk: string, { buyerId, hot }: Item): RouteCandidate {
  const signalId = signalIdOfEntry(sk);
  const bridgeId = signalId.slice(0, signalId.indexOf('#'));
  const isUnreadable = isUnreadableId(signalId);
  return {
    buyerId: String(buyerId),
    bridgeId: isUnreadable ? null : bridgeId,
    hot: isUnreadable ? null : hot === true,
  };
}
