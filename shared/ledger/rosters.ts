import { rosterBuyerKey, rosterBuyerPrefix, rosterKey } from './keys.ts';
import { queryAll } from './query-all.ts';
import { numberOf } from './read-item.ts';
import type { Table } from './table.ts';

/** The buyers found in the rows of a watched bridge, and how far the reading of all its rows got. */
export interface Roster {
  readonly bridgeId: string;
  readonly buyerIds: ReadonlySet<string>;
  /** When all rows were last read, milliseconds since the epoch. */
  readonly lastFullAt: number | null;
  /** The page at which a reading of all rows goes on; null when none is under way. */
  readonly nextPage: number | null;
}

export type RosterProgress = Partial<Pick<Roster, 'lastFullAt' | 'nextPage'>>;

export async function readRoster(table: Table, bridgeId: string): Promise<Roster> {
  const buyerIds = new Set<string>();
  const { pk, sk } = rosterKey(bridgeId);
  for await (const item of queryAll(table, pk, rosterBuyerPrefix)) {
    buyerIds.add(item.sk.slice(rosterBuyerPrefix.length));
  }
  const item = (await table.get({ pk, sk })) ?? { pk, sk };
  return {
    bridgeId,
    buyerIds,
    lastFullAt: numberOf(item, 'lastFullAt'),
    nextPage: numberOf(item, 'nextPage'),
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
