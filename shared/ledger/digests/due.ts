import { hasCome } from '../../domain/clock.ts';
import { farthestMs } from '../../domain/digests/next-attempt.ts';
import { isReadingDue } from '../../domain/signals/next-reading.ts';
import { buyerOf, digestPointerOf, digestPrefix, dueAttributes, dueShards } from '../items/keys.ts';
import type { Routes } from '../routes/routes.ts';
import { all, any, atMost, ifHolds, missing, present } from '../table/conditions.ts';
import { queryDue } from '../table/read-item.ts';
import type { DueKey, LedgerPorts, Table } from '../table/table.ts';
import type { Digests } from './digests.ts';

/**
 * One sweep takes this many buyers' summaries, and values, at most; the next minute's sweep takes the rest. The index
 * itself is read whole, so that a backlog of one kind or route hides no other: 20,000 keys take 250 read units.
 */
const mostBuyers = 2_000;

export function createDue({ table }: LedgerPorts, routes: Routes, digests: Digests) {
  return {
    /** Each entry is only a hint, since the index may lag; a condition checks it before use. */
    async list(until: number) {
      // Keys of awaited values that are not due yet are needed, too.
      const sorted = (await listDueKeys(table)).toSorted((a, b) => a.dueAt - b.dueAt);
      const items = sorted.filter(({ dueAt }) => dueAt <= until);
      const digests = sorted.filter(({ dueAt }) => hasCome(dueAt, until, farthestMs));
      const values = sorted.filter(({ sk, dueAt }) => sk === 'VALUES' && isReadingDue(dueAt, until));
      return {
        /** Longest due first, so a digest that was put off comes after those that never had a turn. */
        digests: digests.flatMap((item) => digestPointerOf(item) ?? []),
        summaries: items
          .filter(({ sk }) => sk === 'SUMMARY')
          .slice(0, mostBuyers)
          .map(buyerOf),
        values: values.slice(0, mostBuyers).map(buyerOf),
      };
    },

    /**
     * Digests between attempts and summaries being generated become due now, and the pauses of routes end whose
     * destination timed out. Each digest has its whole schedule of attempts again: a run by hand tries everything,
     * and frequent runs must not use up the schedule.
     */
    async bringForwardAll(now: number): Promise<void> {
      const condition = all(present, any(missing('leaseUntil'), atMost('leaseUntil', now)));
      for (const { pk, sk } of await listDueKeys(table)) {
        const key = { pk, sk };
        const due = dueAttributes(key, now);
        const change = sk.startsWith(digestPrefix)
          ? { set: { attempts: 0, ...due }, remove: ['throttledSince'] }
          : { set: due };
        await ifHolds(table.update({ key, ...change, condition }));
      }
      for (const { routeId } of await routes.list()) await digests.endPause(routeId);
    },
  };
}

export async function listDueKeys(table: Table): Promise<DueKey[]> {
  const until = Number.MAX_SAFE_INTEGER;
  const keys = dueShards.map((shard) => Array.fromAsync(queryDue(table, { shard, until })));
  return (await Promise.all(keys)).flat();
}
