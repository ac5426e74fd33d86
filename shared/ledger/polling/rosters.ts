import type { Roster, RosterProgress, RowReading } from '../../domain/polling/roster.ts';
import { newcomerKey, rosterBuyerKey, rosterBuyerOf, rosterBuyerPrefix, rosterKey } from '../items/keys.ts';
import { absent, equals, tryIfHolds } from '../table/conditions.ts';
import { type Attributes, numberOf, pastOf, queryAll, readItems } from '../table/read-item.ts';
import type { LedgerPorts } from '../table/table.ts';

export type Rosters = ReturnType<typeof createRosters>;

export function createRosters(ports: LedgerPorts) {
  const { table, clock } = ports;
  return {
    async read(bridgeId: string): Promise<Roster> {
      const item = (await table.get(rosterKey(bridgeId))) ?? {};
      const now = clock.now();
      return {
        firstFullAt: firstFullAtOf(item, now),
        lastFullAt: pastOf(item, 'lastFullAt', now),
        wholeAt: pastOf(item, 'wholeAt', now),
        reading: readingOf(item, now),
      };
    },

    /** A row last named each buyer then, to within a day. */
    async listBuyers(bridgeId: string): Promise<Map<string, number>> {
      const items = await Array.fromAsync(queryAll(table, rosterKey(bridgeId).pk, rosterBuyerPrefix));
      return new Map(items.map((item) => [rosterBuyerOf(item), numberOf(item, 'seenAt') ?? 0]));
    },

    /** Reads an item for each of some distinct buyers. */
    async findBuyers(bridgeId: string, buyerIds: readonly string[]): Promise<string[]> {
      const keys = buyerIds.map((buyerId) => rosterBuyerKey(bridgeId, buyerId));
      return (await readItems(table, keys)).map(rosterBuyerOf);
    },

    async hasBuyer(bridgeId: string, buyerId: string): Promise<boolean> {
      return (await table.get(rosterBuyerKey(bridgeId, buyerId))) !== undefined;
    },

    async saveBuyer(bridgeId: string, buyerId: string, now: number): Promise<void> {
      await table.put({ ...rosterBuyerKey(bridgeId, buyerId), seenAt: now, v: 1 });
    },

    /** Nothing is removed if a row has named the buyer since `seenAt`. Its other items stay. */
    async dropBuyer(bridgeId: string, buyerId: string, seenAt: number): Promise<void> {
      const key = rosterBuyerKey(bridgeId, buyerId);
      const condition = equals('seenAt', seenAt);
      await tryIfHolds(ports, () => table.transact([{ kind: 'delete', key, condition }]));
    },

    async saveProgress(bridgeId: string, { reading, ...times }: RosterProgress): Promise<void> {
      const { startedAt, nextPage, rows, failures, passedOver } = reading ?? {};
      const own = { nextPage, readingSince: startedAt, rowsRead: rows, failures, passedOver };
      const known = Object.entries(own).filter(([, value]) => value !== undefined);
      const remove = Object.entries(own).flatMap(([name, value]) => (value === undefined ? [name] : []));
      const set = { ...times, ...Object.fromEntries(known), v: 1 };
      await table.update({ key: rosterKey(bridgeId), set, remove });
    },

    /** Stored once: later signals of a newcomer are news. */
    async noteNewcomer(buyerId: string, newsSince: number): Promise<void> {
      const item = { ...newcomerKey(buyerId), newsSince, v: 1 };
      await tryIfHolds(ports, () => table.put(item, absent));
    },

    /** Null if its signals are its baseline. All its signals are news if its time is wrong. */
    async readNewsSince(buyerId: string): Promise<number | null> {
      const item = await table.get(newcomerKey(buyerId));
      return item === undefined ? null : (pastOf(item, 'newsSince', clock.now()) ?? 0);
    },
  };
}

/** 0 if a wrong clock wrote it: the bridge was read completely, at an unknown time. */
function firstFullAtOf(item: Attributes, now: number): number | null {
  return numberOf(item, 'firstFullAt') === null ? null : (pastOf(item, 'firstFullAt', now) ?? 0);
}

function readingOf(item: Attributes, now: number): RowReading | null {
  const nextPage = numberOf(item, 'nextPage');
  const startedAt = pastOf(item, 'readingSince', now);
  if (nextPage === null || startedAt === null) return null;
  const failures = numberOf(item, 'failures');
  const passedOver = numberOf(item, 'passedOver');
  return {
    nextPage,
    startedAt,
    rows: numberOf(item, 'rowsRead') ?? 0,
    ...(failures === null ? {} : { failures }),
    ...(passedOver === null ? {} : { passedOver }),
  };
}
