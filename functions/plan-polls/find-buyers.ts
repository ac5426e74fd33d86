import type { BridgeMark } from '../../shared/domain/announcing.ts';
import { type Look, type LookLimits, type LookPorts, lookAtRows, type RowPage } from './look-at-rows.ts';

/** Reads the buyers out of a watched bridge's rows, as few rows a tick as will do. */
export interface FindBuyersPorts extends LookPorts {
  /** Whether upstream refused a page in a way that may say that there is none. */
  readonly isPageRefused: (error: unknown) => boolean;
  readonly readRoster: (bridgeId: string) => Promise<KnownRoster>;
  readonly addRosterBuyer: (bridgeId: string, buyerId: string, now: number) => Promise<void>;
  readonly saveRosterProgress: (bridgeId: string, progress: RosterProgress) => Promise<void>;
}

export interface KnownRoster {
  readonly buyerIds: ReadonlySet<string>;
  readonly lastFullAt: number | null;
  readonly nextPage: number | null;
}

export interface RosterProgress {
  readonly lastFullAt?: number | null;
  readonly nextPage?: number | null;
}

export interface FindLimits extends LookLimits {
  /** Reads all rows now where the newest can't be told: for a run by hand, which should not have to come back. */
  readonly allRows: boolean;
}

/** All buyers known of a watched bridge, and what its newest rows say. */
export interface FoundBuyers {
  readonly buyerIds: ReadonlySet<string>;
  readonly look: Look;
}

const hourMs = 3_600_000;
/** All rows are read once a day, and each hour where the newest can't be told from the others. */
const fullEveryMs = 24 * hourMs;
const fullEveryUnsortedMs = hourMs;

/**
 * All buyers known of a bridge, after a look at its newest rows, or at all of them when that is due. A reading
 * of all rows that the deadline cuts off goes on with the next tick.
 */
export async function findBuyers(
  ports: FindBuyersPorts,
  mark: BridgeMark,
  limits: FindLimits,
): Promise<FoundBuyers> {
  const { bridgeId } = mark;
  const roster = await ports.readRoster(bridgeId);
  const found = new Set(roster.buyerIds);
  const look = roster.lastFullAt === null ? notYet(mark) : await lookAtRows(ports, mark, limits);
  await keepBuyers(ports, bridgeId, look.buyerIds, found);
  const { lastFullAt } = roster;
  const fullDue = lastFullAt === null || ports.clock.now() - lastFullAt >= fullEvery(look, limits);
  if (fullDue) await readAll(ports, bridgeId, roster.nextPage ?? 1, found, limits.deadline);
  return { buyerIds: found, look };
}

/** While all rows are read for the first time, every buyer that turns up is due anyway. */
function notYet(mark: BridgeMark): Look {
  return { buyerIds: new Set(), named: new Set(), problem: 'first-look', mark };
}

function fullEvery({ problem }: Look, { allRows }: FindLimits): number {
  if (problem === 'unsorted') return allRows ? 0 : fullEveryUnsortedMs;
  return problem === 'too-many' ? fullEveryUnsortedMs : fullEveryMs;
}

/** How often a long reading leaves a mark to go on from. */
const pagesPerMark = 20;

async function readAll(
  ports: FindBuyersPorts,
  bridgeId: string,
  firstPage: number,
  found: Set<string>,
  deadline: number,
): Promise<void> {
  const startedAt = ports.clock.now();
  let isReached = firstPage === 1;
  try {
    for await (const page of ports.rowPages({ bridgeId, newestFirst: false, firstPage }, deadline)) {
      isReached = true;
      await keepBuyers(ports, bridgeId, buyersIn(page), found);
      if (page.pageNumber % pagesPerMark === 0) {
        await ports.saveRosterProgress(bridgeId, { nextPage: page.pageNumber + 1 });
      }
    }
  } catch (error) {
    if (isReached || !ports.isPageRefused(error)) throw error;
    // The bridge has fewer rows by now. A mark behind them would be refused at every tick.
    await ports.saveRosterProgress(bridgeId, { nextPage: null });
    return readAll(ports, bridgeId, 1, found, deadline);
  }
  await ports.saveRosterProgress(bridgeId, { lastFullAt: startedAt, nextPage: null });
}

function buyersIn({ rows }: RowPage): string[] {
  return rows.flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId]));
}

async function keepBuyers(
  ports: FindBuyersPorts,
  bridgeId: string,
  buyerIds: Iterable<string>,
  found: Set<string>,
): Promise<void> {
  for (const buyerId of buyerIds) {
    if (found.has(buyerId)) continue;
    await ports.addRosterBuyer(bridgeId, buyerId, ports.clock.now());
    found.add(buyerId);
  }
}
