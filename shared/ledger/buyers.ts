import type { BuyerState, Listing, ScanCompletion } from '../domain/recording.ts';
import { absent, all, any, atMost, below, equals, missing } from './conditions.ts';
import { buyerKey, sha256 } from './keys.ts';
import { numberOf, stringOf } from './read-item.ts';
import { ConditionFailedError, type Item, type Table } from './table.ts';
import { type TryAgainPorts, tryAgain } from './try-again.ts';

/** How long an unchanged buyer's item may lag behind: each write avoided is money, and the window allows it. */
const unchangedWriteMs = 3_600_000;

export function fingerprintOf(listing: Listing): string {
  return sha256(JSON.stringify([listing.period, listing.totalItems, listing.ids]));
}

export async function readBuyer(table: Table, buyerId: string): Promise<BuyerState> {
  const item = await table.get(buyerKey(buyerId));
  return {
    buyerId,
    // Once live, always live: in a state of a later version, too, nothing new is taken for the baseline.
    state: item?.state === 'LIVE' || typeof item?.baselineAt === 'number' ? 'LIVE' : 'BASELINING',
    lastCompleteAt: item ? numberOf(item, 'lastCompleteAt') : null,
    lastDeepAt: item ? numberOf(item, 'lastDeepAt') : null,
    baselineSince: item ? numberOf(item, 'baselineSince') : null,
    fingerprint: item ? stringOf(item, 'fingerprint') : null,
    ver: (item && numberOf(item, 'ver')) ?? 0,
    ...(item?.cutOff === true ? { cutOff: true } : {}),
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
  const condition = any(absent, all(missing('baselineSince'), missing('baselineAt')));
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
  const fingerprint = completion.listing ? fingerprintOf(completion.listing) : before.fingerprint;
  const unchanged = fingerprint === before.fingerprint && !completion.deep && before.lastCompleteAt !== null;
  if (unchanged && completion.startedAt - (before.lastCompleteAt ?? 0) < unchangedWriteMs) return true;
  // A deep scan over several invocations began before the routine scans between them.
  const isNewest = completion.startedAt > (before.lastDeepAt ?? 0);
  const overtaken = completion.deep && isNewest && (before.lastCompleteAt ?? 0) > completion.startedAt;
  const lastCompleteAt = overtaken ? (before.lastCompleteAt ?? 0) : completion.startedAt;
  const live = before.state === 'LIVE' || completion.deep;
  const set = {
    state: live ? 'LIVE' : 'BASELINING',
    lastCompleteAt,
    ver: before.ver + 1,
    v: 1,
    ...(completion.deep ? { lastDeepAt: completion.startedAt } : {}),
    ...(fingerprint === null ? {} : { fingerprint }),
    ...(live && before.state !== 'LIVE' ? { baselineAt: completion.startedAt } : {}),
  };
  const sameVersion = before.ver === 0 ? any(absent, missing('ver')) : equals('ver', before.ver);
  const grows = any(
    missing('lastCompleteAt'),
    (overtaken ? atMost : below)('lastCompleteAt', lastCompleteAt),
  );
  try {
    await tryAgain(ports, () =>
      table.update({ key: buyerKey(before.buyerId), set, condition: all(sameVersion, grows) }),
    );
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
