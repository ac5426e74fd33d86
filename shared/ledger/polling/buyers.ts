import { clocksMs } from '../../domain/clock.ts';
import type { BuyerState, Listing, ScanCompletion } from '../../domain/signals/recording.ts';
import { buyerKey, sha256 } from '../keys.ts';
import type { LedgerPorts } from '../ports.ts';
import { above, absent, all, any, equals, missing } from '../table/conditions.ts';
import { ifHolds } from '../table/if-holds.ts';
import { numberOf, pastOf, stringOf } from '../table/read-item.ts';
import { tryAgain } from '../table/try-again.ts';

/**
 * How long an unchanged buyer's item may lag behind: this saves paid writes, and the listing period has room for it.
 */
const unchangedWriteMs = 3_600_000;
const dayMs = 86_400_000;

export function createBuyers(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    fingerprintOf,

    async readBuyer(buyerId: string): Promise<BuyerState> {
      const item = (await table.get(buyerKey(buyerId))) ?? { ...buyerKey(buyerId) };
      // After the read: before a read that takes minutes, another instance's time would lie too far in the future.
      const now = clock.now();
      const lastDeepAt = pastOf(item, 'lastDeepAt', now);
      const baselineAt = pastOf(item, 'baselineAt', now);
      const isComplete = numberOf(item, 'lastCompleteAt') !== null;
      const lastCompleteAt = pastOf(item, 'lastCompleteAt', now);
      return {
        buyerId,
        // Once LIVE, always LIVE: also in a later version's state, so that new signals never become baseline.
        state: item.state === 'LIVE' || typeof item.baselineAt === 'number' ? 'LIVE' : 'BASELINING',
        // The listing period must cover all the time since then.
        lastCompleteAt: isComplete ? (lastCompleteAt ?? lastDeepAt ?? baselineAt) : null,
        lastDeepAt,
        baselineAt,
        emptySince: pastOf(item, 'emptySince', now),
        baselineSince: pastOf(item, 'baselineSince', now),
        fingerprint: stringOf(item, 'fingerprint'),
        ver: numberOf(item, 'ver') ?? 0,
        ...(item.cutOff === true ? { cutOff: true } : {}),
      };
    },

    /** Stores, once, when a buyer's list was first read without completing its first scan. */
    async beginBaseline(buyerId: string, now: number): Promise<void> {
      const key = buyerKey(buyerId);
      const isOpen = any(missing('baselineSince'), above('baselineSince', now + clocksMs));
      const condition = any(absent, all(isOpen, missing('baselineAt')));
      // The condition fails if another scan was first, or has completed.
      await ifHolds(
        tryAgain(ports, () => table.update({ key, set: { baselineSince: now, v: 1 }, condition })),
      );
    },

    /**
     * Completes an accepted scan: `lastCompleteAt` becomes its start, and only ever grows. Returns false if another
     * scan of the buyer completed in between. That loses nothing: the next scan looks back a little further.
     */
    async completeScan(before: BuyerState, completion: ScanCompletion): Promise<boolean> {
      const { startedAt, deep, servedAt = startedAt } = completion;
      const fingerprint = completion.listing ? fingerprintOf(completion.listing) : before.fingerprint;
      const known = before.lastCompleteAt ?? 0;
      const unchanged = fingerprint === before.fingerprint && !deep && before.lastCompleteAt !== null;
      if (unchanged && startedAt - known < unchangedWriteMs) return true;
      // A deep scan over several invocations began before the routine scans that completed in between.
      const isNewest = startedAt > (before.lastDeepAt ?? 0);
      const overtaken = deep && isNewest && known > startedAt;
      // Overwrites a wrong clock's time: `before` holds no time in the future.
      if (!overtaken && known >= startedAt) return false;
      const lastCompleteAt = overtaken ? known : startedAt;
      const live = before.state === 'LIVE' || deep;
      const turnsLive = live && before.state !== 'LIVE';
      const set = {
        state: live ? 'LIVE' : 'BASELINING',
        lastCompleteAt,
        ver: before.ver + 1,
        v: 1,
        ...(deep ? { lastDeepAt: startedAt } : {}),
        ...(fingerprint === null ? {} : { fingerprint }),
        // A clock that is ahead would make what comes until then older than the baseline.
        ...(turnsLive ? { baselineAt: Math.min(startedAt, servedAt) } : {}),
        ...(turnsLive && completion.emptyAt !== undefined ? { emptySince: completion.emptyAt } : {}),
      };
      const isSettled = deep && before.emptySince !== null && startedAt - before.emptySince >= dayMs;
      const remove = isSettled ? ['emptySince'] : [];
      const condition = before.ver === 0 ? any(absent, missing('ver')) : equals('ver', before.ver);
      const { holds, found } = await ifHolds(
        tryAgain(ports, () => table.update({ key: buyerKey(before.buyerId), set, remove, condition })),
      );
      // After an unknown result, the repeated write fails the condition because the first one succeeded.
      return holds || (found?.ver === set.ver && found.lastCompleteAt === lastCompleteAt);
    },
  };
}

function fingerprintOf(listing: Listing): string {
  return sha256(JSON.stringify([listing.period, listing.totalItems, listing.ids]));
}
