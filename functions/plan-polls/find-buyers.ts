import type { Clock } from '../../shared/domain/clock.ts';

/** Reads the buyers out of a watched bridge's rows, as few rows a tick as will do. */
export interface FindBuyersPorts {
  readonly clock: Clock;
  /** Pages of rows from `firstPage` on. `newestFirst` sorts by when a row last changed. */
  readonly rowPages: (query: RowPagesQuery, deadline: number) => AsyncIterable<RowPage>;
  /** Whether upstream refused the sort, which some servers don't have. */
  readonly isSortRefused: (error: unknown) => boolean;
  readonly readRoster: (bridgeId: string) => Promise<KnownRoster>;
  readonly addRosterBuyer: (bridgeId: string, buyerId: string, now: number) => Promise<void>;
  readonly saveRosterProgress: (bridgeId: string, progress: RosterProgress) => Promise<void>;
}

export interface RowPagesQuery {
  readonly bridgeId: string;
  readonly newestFirst: boolean;
  readonly firstPage: number;
}

export interface RowPage {
  readonly pageNumber: number;
  readonly rows: readonly { readonly buyerId: string | null; readonly updatedAt: string | null }[];
}

export interface KnownRoster {
  readonly buyerIds: ReadonlySet<string>;
  readonly lastFullAt: number | null;
  readonly nextPage: number | null;
  readonly newestRowAt: number | null;
  /** When the server refused the sort, milliseconds since the epoch; null when it did not. */
  readonly unsortedAt: number | null;
}

export interface RosterProgress {
  readonly lastFullAt?: number | null;
  readonly nextPage?: number | null;
  readonly newestRowAt?: number | null;
  readonly unsortedAt?: number | null;
}

const hourMs = 3_600_000;
/** All rows are read once a day, and each hour where the server can't sort by what changed last. */
const fullEveryMs = 24 * hourMs;
const fullEveryUnsortedMs = hourMs;
/** A 400 may have been a passing one, and servers learn: the sort is tried again after this. */
const sortRefusedForMs = 24 * hourMs;
/** Sort data may lag behind the rows: so far back what was seen is looked at again. */
const lagMs = hourMs;

/**
 * All buyers known of a bridge, after a look at its newest rows, or at all of them when that is due. A reading
 * of all rows that the deadline cuts off goes on with the next tick. `eachTick` reads all rows now where the
 * server can't sort: for a run by hand, which should not have to come back in an hour.
 */
export async function findBuyers(
  ports: FindBuyersPorts,
  bridgeId: string,
  deadline: number,
  eachTick = false,
): Promise<ReadonlySet<string>> {
  const roster = await ports.readRoster(bridgeId);
  const found = new Set(roster.buyerIds);
  const refusedLately =
    roster.unsortedAt !== null && ports.clock.now() - roster.unsortedAt < sortRefusedForMs;
  const sorted = !refusedLately && (await readNewest(ports, bridgeId, roster, found, deadline));
  const every = sorted ? fullEveryMs : eachTick ? 0 : fullEveryUnsortedMs;
  const fullDue = roster.lastFullAt === null || ports.clock.now() - roster.lastFullAt >= every;
  if (fullDue) await readAll(ports, bridgeId, roster, found, deadline);
  return found;
}

/** False when the server has no such sort; remembered, so that it is not asked at every tick. */
async function readNewest(
  ports: FindBuyersPorts,
  bridgeId: string,
  roster: KnownRoster,
  found: Set<string>,
  deadline: number,
): Promise<boolean> {
  if (roster.lastFullAt === null) return true;
  let newest = roster.newestRowAt;
  const oldestOfInterest = (roster.newestRowAt ?? Number.POSITIVE_INFINITY) - lagMs;
  try {
    const pages = ports.rowPages({ bridgeId, newestFirst: true, firstPage: 1 }, deadline);
    for await (const page of pages) {
      await keepBuyers(ports, bridgeId, page, found);
      const times = page.rows.map((row) => Date.parse(row.updatedAt ?? ''));
      newest = newestOf(newest, times);
      // A time that can't be read says nothing about the rows behind it: then only a full reading helps.
      if (times.every((time) => Number.isNaN(time) || time < oldestOfInterest)) break;
    }
  } catch (error) {
    if (!ports.isSortRefused(error)) throw error;
    await ports.saveRosterProgress(bridgeId, { unsortedAt: ports.clock.now() });
    return false;
  }
  if (newest !== roster.newestRowAt) await ports.saveRosterProgress(bridgeId, { newestRowAt: newest });
  return true;
}

async function readAll(
  ports: FindBuyersPorts,
  bridgeId: string,
  roster: KnownRoster,
  found: Set<string>,
  deadline: number,
): Promise<void> {
  const startedAt = ports.clock.now();
  let newest = roster.newestRowAt;
  const firstPage = roster.nextPage ?? 1;
  for await (const page of ports.rowPages({ bridgeId, newestFirst: false, firstPage }, deadline)) {
    await keepBuyers(ports, bridgeId, page, found);
    newest = newestOf(
      newest,
      page.rows.map((row) => Date.parse(row.updatedAt ?? '')),
    );
    if (page.pageNumber % pagesPerMark === 0) {
      await ports.saveRosterProgress(bridgeId, { nextPage: page.pageNumber + 1 });
    }
  }
  await ports.saveRosterProgress(bridgeId, { lastFullAt: startedAt, nextPage: null, newestRowAt: newest });
}

/** How often a long reading leaves a mark to go on from. */
const pagesPerMark = 20;

function newestOf(known: number | null, times: readonly number[]): number | null {
  const readable = times.filter((time) => !Number.isNaN(time));
  if (readable.length === 0) return known;
  return Math.max(known ?? 0, ...readable);
}

async function keepBuyers(
  ports: FindBuyersPorts,
  bridgeId: string,
  page: RowPage,
  found: Set<string>,
): Promise<void> {
  for (const { buyerId } of page.rows) {
    if (buyerId === null || found.has(buyerId)) continue;
    await ports.addRosterBuyer(bridgeId, buyerId, ports.clock.now());
    found.add(buyerId);
  }
}
