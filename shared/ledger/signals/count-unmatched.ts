import { judgeMatch, type RouteCandidate } from '../../domain/routes/match.ts';
import type { Route } from '../../domain/routes/route.ts';
import { zoneOf } from '../../domain/routes/route-view.ts';
import { isUnreadableId } from '../../domain/signals/signal.ts';
import type { Clearing, ClearingScope } from '../digests/clearing.ts';
import { heldPrefix, outboxPrefix, signalKey } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { stringsOf } from '../table/read-item.ts';
import { readItems } from '../table/read-items.ts';
import type { Item } from '../table/table.ts';
import { signalIn } from './outbox.ts';
import { type EntryPrefix, listEntries } from './route-entries.ts';
import { signalIdOfEntry } from './taken-over.ts';

export interface Unmatched {
  /** All signals that a hand-over would move, including those in digests. */
  readonly signals: number;
  /** Those that do not match the other route. */
  readonly unmatched: number;
}

export interface UnmatchedQuery {
  readonly from: string;
  readonly to: Route;
  readonly scope: ClearingScope;
}

export function createUnmatched({ table, clock }: LedgerPorts, { readClearable }: Clearing) {
  return {
    /**
     * Counts the signals that `handOver` would move, and how many of them do not match the other route. Changes
     * nothing.
     */
    async countUnmatched({ from, to, scope }: UnmatchedQuery): Promise<Unmatched> {
      const now = clock.now();
      let [signals, unmatched] = [0, 0];
      const count = (candidate: RouteCandidate): void => {
        signals += 1;
        if (judgeMatch(to.match, candidate, zoneOf(to)) === false) unmatched += 1;
      };
      const prefixes: EntryPrefix[] = scope === 'all' ? [heldPrefix, outboxPrefix] : [heldPrefix];
      for (const prefix of prefixes) {
        for await (const entry of listEntries(table, from, prefix)) {
          count(candidateOf(signalIdOfEntry(entry.sk), entry));
        }
      }
      for await (const digest of readClearable(from, scope, now)) {
        if (digest.destinationType !== to.to.type) continue;
        // A digest only has its members' keys; their tombstones still have the fields to match.
        const ids = stringsOf(digest, 'members').map(signalIdOfEntry);
        const tombstones = await readItems(table, ids.map(signalKey));
        for (const [index, tombstone] of tombstones.entries()) {
          if (tombstone) count(candidateOf(ids[index] ?? '', tombstone));
        }
      }
      return { signals, unmatched };
    },
  };
}

/** A digest's member has only its tombstone left, which tells neither its columns nor its bridge's name. */
function candidateOf(signalId: string, item: Item): RouteCandidate {
  const { buyerId, hot } = item;
  const bridgeId = signalId.slice(0, signalId.indexOf('#'));
  const isUnreadable = isUnreadableId(signalId);
  const signal = signalIn(item);
  return {
    buyerId: String(buyerId),
    bridgeId: isUnreadable ? null : bridgeId,
    bridgeName: signal?.bridgeName ?? null,
    hot: isUnreadable ? null : hot === true,
    // Of an undecided signal, the column that decides is not known yet.
    columns: item.undecided === true ? null : (signal?.columns ?? null),
    unsettled: [],
  };
}
