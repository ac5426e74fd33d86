import type { Roster, RosterProgress, RowReading } from '../../domain/polling/roster.ts';
import { newcomerKey, rosterBuyerKey, rosterBuyerPrefix, rosterKey } from '../keys.ts';
import { absent, equals } from '../table/conditions.ts';
import { queryAll } from '../table/query-all.ts';
import { numberOf, pastOf } from '../table/read-item.ts';
import { ConditionFailedError, type Item, type Table, TransactionCancelledError } from '../table/table.ts';
import { type TryAgainPorts, tryAgain } from '../table/try-again.ts';

export async function readRoster(table: Table, bridgeId: string, now: number): Promise<Roster> {
  const buyers = new Map<string, number>();
  const { pk, sk } = rosterKey(bridgeId);
  for await (const item of queryAll(table, pk, rosterBuyerPrefix)) {
    buyers.set(item.sk.slice(rosterBuyerPrefix.length), numberOf(item, 'seenAt') ?? 0);
  }
  const item = (await table.get({ pk, sk })) ?? { pk, sk };
  return {
    buyers,
    firstFullAt: pastOf(item, 'firstFullAt', now),
    lastFullAt: pastOf(item, 'lastFullAt', now),
    doubtedAt: pastOf(item, 'doubtedAt', now),
    reading: readingOf(item, now),
  };
}

/** 0 where a wrong clock wrote it: the bridge was read through, and nobody knows since when. */
export async function readFirstFullAt(table: Table, bridgeId: string, now: number): Promise<number | null> {
  const item = (await table.get(rosterKey(bridgeId))) ?? { ...rosterKey(bridgeId) };
  return numberOf(item, 'firstFullAt') === null ? null : (pastOf(item, 'firstFullAt', now) ?? 0);
}

export async function isInRoster(table: Table, bridgeId: string, buyerId: string): Promise<boolean> {
  return (await table.get(rosterBuyerKey(bridgeId, buyerId))) !== undefined;
}

/** A buyer that the rows name now. */
export async function saveRosterBuyer(
  table: Table,
  bridgeId: string,
  buyerId: string,
  now: number,
): Promise<void> {
  await table.put({ ...rosterBuyerKey(bridgeId, buyerId), seenAt: now, v: 1 });
}

/** Takes a buyer off, unless a row has named it since `seenAt`. All else that is known of it stays. */
export async function dropRosterBuyer(
  table: Table,
  ports: TryAgainPorts,
  bridgeId: string,
  buyerId: string,
  seenAt: number,
): Promise<void> {
  const key = rosterBuyerKey(bridgeId, buyerId);
  const condition = equals('seenAt', seenAt);
  try {
    await tryAgain(ports, () => table.transact([{ kind: 'delete', key, condition }]));
  } catch (error) {
    const [reason] = error instanceof TransactionCancelledError ? error.reasons : [];
    if (reason?.code !== 'condition-failed') throw error;
  }
}

export async function saveRosterProgress(
  table: Table,
  bridgeId: string,
  { reading, doubtedAt, ...times }: RosterProgress,
): Promise<void> {
  const { startedAt, nextPage, rows, failures, passedOver } = reading ?? {};
  const own = { nextPage, readingSince: startedAt, rowsRead: rows, failures, passedOver };
  const known = Object.entries(own).filter(([, value]) => value !== undefined);
  const remove = Object.entries(own).flatMap(([name, value]) => (value === undefined ? [name] : []));
  if (doubtedAt === null) remove.push('doubtedAt');
  const set = {
    ...times,
    ...(typeof doubtedAt === 'number' ? { doubtedAt } : {}),
    ...Object.fromEntries(known),
    v: 1,
  };
  await table.update({ key: rosterKey(bridgeId), set, remove });
}

function readingOf(item: Item, now: number): RowReading | null {
  const nextPage = numberOf(item, 'nextPage');
  const startedAt = pastOf(item, 'readingSince', now);
  if (nextPage === null || startedAt === null) return null;
  const failures = numberOf(item, 'failures');
  const passedOver = numberOf(item, 'passedOver');
  return {
    ...{ nextPage, startedAt, rows: numberOf(item, 'rowsRead') ?? 0 },
    ...(failures === null ? {} : { failures }),
    ...(passedOver === null ? {} : { passedOver }),
  };
}

/** Notes, once, that all signals of a buyer which were created since then are news. */
export async function noteNewcomer(
  table: Table,
  ports: TryAgainPorts,
  buyerId: string,
  newsSince: number,
): Promise<void> {
  try {
    await tryAgain(ports, () => table.put({ ...newcomerKey(buyerId), newsSince, v: 1 }, absent));
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}

/**
 * Since when a buyer's signals are news although its first scan is not complete; null where they are its baseline. Of a
 * newcomer for whom that time is wrong, everything is news.
 */
export async function readNewsSince(table: Table, buyerId: string, now: number): Promise<number | null> {
  const item = await table.get(newcomerKey(buyerId));
  return item === undefined ? null : (pastOf(item, 'newsSince', now) ?? 0);
}
