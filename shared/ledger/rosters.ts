import { rosterBuyerKey, rosterBuyerPrefix, rosterKey } from './keys.ts';
import { numberOf } from './read-item.ts';
import type { Table } from './table.ts';

/** The buyers found in the rows of a watched bridge, and how far the reading of its rows got. */
export interface Roster {
  readonly bridgeId: string;
  readonly buyerIds: ReadonlySet<string>;
  /** When all rows were last read, milliseconds since the epoch. */
  readonly lastFullAt: number | null;
  /** The page at which a reading of all rows goes on; null when none is under way. */
  readonly nextPage: number | null;
  /** The newest `updatedAt` that was seen, milliseconds since the epoch. */
  readonly newestRowAt: number | null;
  /** When the server refused to sort by `rowUpdatedAt`, milliseconds since the epoch. */
  readonly unsortedAt: number | null;
}

export type RosterProgress = Partial<Pick<Roster, 'lastFullAt' | 'nextPage' | 'newestRowAt' | 'unsortedAt'>>;

export async function readRoster(table: Table, bridgeId: string): Promise<Roster> {
  const buyerIds = new Set<string>();
  let cursor: string | undefined;
  do {
    const pk = rosterKey(bridgeId).pk;
    const page = await table.query({
      pk,
      prefix: rosterBuyerPrefix,
      ...(cursor === undefined ? {} : { cursor }),
    });
    for (const item of page.items) buyerIds.add(item.sk.slice(rosterBuyerPrefix.length));
    cursor = page.cursor;
  } while (cursor !== undefined);
  const item = (await table.get(rosterKey(bridgeId))) ?? rosterKey(bridgeId);
  return {
    bridgeId,
    buyerIds,
    lastFullAt: numberOf({ ...item }, 'lastFullAt'),
    nextPage: numberOf({ ...item }, 'nextPage'),
    newestRowAt: numberOf({ ...item }, 'newestRowAt'),
    unsortedAt: numberOf({ ...item }, 'unsortedAt'),
  };
}

export async function addRosterBuyer(
  table: Table,
  bridgeId: string,
  buyerId: string,
  now: number,
): Promise<void> {
  await table.put({ ...rosterBuyerKey(bridgeId, buyerId), firstSeenAt: now, v: 1 });
}

export async function saveRosterProgress(
  table: Table,
  bridgeId: string,
  progress: RosterProgress,
): Promise<void> {
  const known = Object.entries(progress).filter(([, value]) => value !== null && value !== undefined);
  const remove = Object.entries(progress).flatMap(([name, value]) => (value === null ? [name] : []));
  await table.update({ key: rosterKey(bridgeId), set: { v: 1, ...Object.fromEntries(known) }, remove });
}
