import { clocksMs } from '../../domain/clock.ts';
import type { BuyerState, Listing, ScanCompletion } from '../../domain/signals/recording.ts';
import { buyerKey, sha256 } from '../keys.ts';
import { above, absent, all, any, equals, missing } from '../table/conditions.ts';
import { numberOf, pastOf, stringOf } from '../table/read-item.ts';
import { ConditionFailedError, type Item, type Table } from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';

/** How long an unchanged buyer's item may lag behind: each write avoided is money, and the window allows it. */
const unchangedWriteMs = 3_600_000;
const dayMs = 86_400_000;

export function fingerprintOf(listing: Listing): string {
  return sha256(JSON.stringify([listing.period, listing.totalItems, listing.ids]));
}

export async function readBuyer(table: Table, buyerId: string, now: number): Promise<BuyerState> {
  const item = (await table.get(buyerKey(buyerId))) ?? { ...buyerKey(buyerId) };
  const lastDeepAt = pastOf(item, 'lastDeepAt', now);
  const baselineAt = pastOf(item, 'baselineAt', now);
  const isComplete = numberOf(item, 'lastCompleteAt') !== null;
  const lastCompleteAt = pastOf(item, 'lastCompleteAt', now);
  return {
    buyerId,
    // Once live, always live: in a state of a later version, too, nothing new is taken for the baseline.
    state: item.state === 'LIVE' || typeof item.baselineAt === 'number' ? 'LIVE' : 'BASELINING',
    // The window has to cover all the time since then.
    lastCompleteAt: isComplete ? (lastCompleteAt ?? lastDeepAt ?? baselineAt) : null,
    lastDeepAt,
    baselineAt,
    emptySince: pastOf(item, 'emptySince', now),
    baselineSince: pastOf(item, 'baselineSince', now),
    fingerprint: stringOf(item, 'fingerprint'),
    ver: numberOf(item, 'ver') ?? 0,
    ...(item.cutOff === true ? { cutOff: true } : {}),
  };
}

/** Notes, once, that a buyer's list was shown while its first scan was not complete. */
export async function beginBaseline(
  table: Table,
  ports: TryAgainPorts,
  buyerId: string,
  now: number,
): Promise<void> {
  const set = { baselineSince: now, v: 1 };
  const isOpen = any(missing('baselineSince'), above('baselineSince', now + clocksMs));
  const condition = any(absent, all(isOpen, missing('baselineAt')));
  try {
    await tryAgain(ports, () => table.update({ key: buyerKey(buyerId), set, condition }));
  } catch (error) {
    // Another scan was first, or has completed.
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/**
 * Completes an accepted scan: `lastCompleteAt` becomes its start and only ever grows. Returns false when another
 * scan of the buyer completed in between, which loses nothing: the next scan just looks back a little further.
 */
export async function completeScan(
  table: Table,
  ports: TryAgainPorts,
  before: BuyerState,
  completion: ScanCompletion,
): Promise<boolean> {
  const { startedAt, deep } = completion;
  const fingerprint = completion.listing ? fingerprintOf(completion.listing) : before.fingerprint;
  const known = before.lastCompleteAt ?? 0;
  const unchanged = fingerprint === before.fingerprint && !deep && before.lastCompleteAt !== null;
  if (unchanged && startedAt - known < unchangedWriteMs) return true;
  // A deep scan over several invocations began before the routine scans between them.
  const isNewest = startedAt > (before.lastDeepAt ?? 0);
  const overtaken = deep && isNewest && known > startedAt;
  // What a wrong clock wrote is corrected here: `before` has no time that lies in the future.
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
    ...(turnsLive ? { baselineAt: startedAt } : {}),
    ...(turnsLive && completion.emptyAt !== undefined ? { emptySince: completion.emptyAt } : {}),
  };
  const isSettled = deep && before.emptySince !== null && startedAt - before.emptySince >= dayMs;
  const remove = isSettled ? ['emptySince'] : [];
  const condition = before.ver === 0 ? any(absent, missing('ver')) : equals('ver', before.ver);
  try {
    await tryAgain(ports, () => table.update({ key: buyerKey(before.buyerId), set, remove, condition }));
    return true;
  } catch (error) {
    if (error instanceof ConditionFailedError) return isOwnWrite(error.item, set);
    throw error;
  }
}

/** After an unknown result the same write fails its own condition: that is a success. */
function isOwnWrite(item: Item | undefined, set: { lastCompleteAt: number; ver: number }): boolean {
  return item?.ver === set.ver && item.lastCompleteAt === set.lastCompleteAt;
}
