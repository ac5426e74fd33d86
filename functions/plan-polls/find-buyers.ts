import type { BridgeMark } from '../../shared/domain/polling/poll-plan.ts';
import type { Roster, RowReading } from '../../shared/domain/polling/roster.ts';
import { type Look, type LookLimits, type LookPorts, lookAtRows, type RowPage } from './look-at-rows.ts';
import { type ReadAllPorts, readAllRows, type WholeReading } from './read-all-rows.ts';

/** Reads the buyers out of a watched bridge's rows, as few rows a tick as will do. */
export interface FindBuyersPorts extends LookPorts, ReadAllPorts {
  /** When the first reading of all rows began, once it has come to its end. */
  readonly readFirstFullAt: (bridgeId: string) => Promise<number | null>;
  readonly isInRoster: (bridgeId: string, buyerId: string) => Promise<boolean>;
  readonly saveRosterBuyer: (bridgeId: string, buyerId: string, now: number) => Promise<void>;
  /** Has a buyer polled at each tick until its next scan was accepted. */
  readonly rouse: (buyerId: string) => Promise<void>;
  /** Notes, once, that all signals of a buyer which were created since then are news. */
  readonly noteNewcomer: (buyerId: string, newsSince: number) => Promise<void>;
  /** Does nothing where the buyer was seen again since `seenAt`. */
  readonly dropRosterBuyer: (bridgeId: string, buyerId: string, seenAt: number) => Promise<void>;
}

export interface FindLimits extends LookLimits {
  /** Reads all rows now where the newest can't be told: for a run by hand, which should not have to come back. */
  readonly allRows: boolean;
  /** Whether the first signals of a buyer that appears now may be news. */
  readonly mayBeNewcomer: (buyerId: string) => boolean;
}

/** One watched bridge in one tick: first a look at its newest rows, then, if that is due, a reading of all of them. */
export interface BuyerFinder {
  /** Throws what is no fault of the bridge's rows. */
  readonly look: () => Promise<void>;
  /** Answers what failed of the bridge and is to be told; null for nothing. Throws as `look` does. */
  readonly readThrough: () => Promise<unknown>;
  readonly found: () => FoundBuyers;
}

/** All buyers known of a watched bridge, and what its newest rows say. */
export interface FoundBuyers {
  readonly buyerIds: Iterable<string>;
  /** `named` has the buyers that no earlier tick knew, too. */
  readonly look: Look;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** All rows are read once a day, and each hour where the newest can't be told from the others. */
const fullEveryMs = dayMs;
const fullEveryUnsortedMs = hourMs;
/** How often it is written down that rows still name a buyer. */
const stampEveryMs = dayMs;
/** Where no reading of all rows fits together, a buyer is given up when none has named it for so long. */
const goneAfterMs = 3 * dayMs;

/** A reading of all rows is made when it is due, whatever became of the look. */
export function createFinder(
  ports: FindBuyersPorts,
  mark: BridgeMark,
  roster: Roster,
  limits: FindLimits,
): BuyerFinder {
  const { bridgeId } = mark;
  const { lastFullAt } = roster;
  const known = new Map(roster.buyers);
  const added = new Set<string>();
  /** Named by a row that does not say when it was created. */
  const undated = new Set<string>();
  const noting: FindBuyersPorts = {
    ...ports,
    async *rowPages(query, deadline) {
      for await (const page of ports.rowPages(query, deadline)) {
        for (const buyerId of undatedIn(page)) undated.add(buyerId);
        yield page;
      }
    },
  };
  let look = notYet(mark);
  const add = async (buyerIds: Iterable<string>): Promise<void> => {
    const fresh = [...new Set(buyerIds)].filter((buyerId) => !known.has(buyerId));
    await enrol(ports, bridgeId, fresh, { roster, undated }, limits);
    for (const buyerId of fresh) {
      known.set(buyerId, ports.clock.now());
      added.add(buyerId);
    }
  };
  /** Answers whether the reading is to be borne out by the next one before anybody is dropped. */
  const dropGone = async (read: WholeReading, named: ReadonlySet<string>): Promise<boolean> => {
    const gone = [...known].filter(([buyerId, seenAt]) => !named.has(buyerId) && isGone(read, seenAt));
    if (isDoubtful(gone.length, known.size) && roster.doubtedAt === null) return true;
    for (const [buyerId, seenAt] of gone) {
      await ports.dropRosterBuyer(bridgeId, buyerId, seenAt);
      known.delete(buyerId);
    }
    return false;
  };
  return {
    async look() {
      look = await lookAtRows(noting, mark, limits);
      await add(look.buyerIds);
    },
    async readThrough() {
      const isDue = lastFullAt === null || ports.clock.now() - lastFullAt >= fullEvery(look, limits);
      if (!isDue) return look.failure ?? null;
      const named = new Set(look.buyerIds);
      const read = await readAllRows(noting, bridgeId, underWay(roster), limits, async (page) => {
        const buyerIds = buyersIn(page);
        await add(buyerIds);
        for (const buyerId of buyerIds) {
          named.add(buyerId);
          await stamp(ports, bridgeId, buyerId, known);
        }
      });
      if (!read.isDone) return read.failure;
      const isDoubted = await dropGone(read, named);
      await ports.saveRosterProgress(bridgeId, {
        firstFullAt: roster.firstFullAt ?? read.startedAt,
        lastFullAt: read.resumedAt,
        ...(isDoubted || roster.doubtedAt !== null ? { doubtedAt: isDoubted ? read.resumedAt : null } : {}),
        reading: null,
      });
      return read.failure;
    },
    found: () => ({
      buyerIds: known.keys(),
      look: { ...look, named: new Set([...look.named, ...added]) },
    }),
  };
}

function notYet(mark: BridgeMark): Look {
  return { buyerIds: new Set(), named: new Set(), problem: 'first-look', mark };
}

function fullEvery({ problem }: Look, { allRows }: FindLimits): number {
  if (problem === 'unsorted' || problem === 'failed') return allRows ? 0 : fullEveryUnsortedMs;
  return problem === 'too-many' ? fullEveryUnsortedMs : fullEveryMs;
}

/** Of two ticks at once, the slower one can leave a mark after the other has ended the reading: that one is done with. */
function underWay({ reading, lastFullAt }: Roster): RowReading | null {
  return reading === null || reading.startedAt <= (lastFullAt ?? 0) ? null : reading;
}

function undatedIn({ rows, unreadable }: RowPage): string[] {
  const undated = [...rows.filter(({ isDated }) => !isDated), ...unreadable];
  return undated.flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId]));
}

function buyersIn({ rows, unreadable }: RowPage): string[] {
  return [...rows, ...unreadable].flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId]));
}

/**
 * A buyer that appears once its bridge was read through has no past to hide. That is written down first: a crash in
 * between must not turn what is new into a baseline. One that a later tick of the first reading finds may have come since
 * that began: where rows say when they were created, its older ones can be told apart.
 */
async function enrol(
  ports: FindBuyersPorts,
  bridgeId: string,
  buyerIds: readonly string[],
  { roster, undated }: { readonly roster: Roster; readonly undated: ReadonlySet<string> },
  { mayBeNewcomer }: FindLimits,
): Promise<void> {
  if (buyerIds.length === 0) return;
  // Both are asked for after the rows were: another tick may have read the bridge through by now, and found them there.
  const readSince = roster.firstFullAt ?? (await ports.readFirstFullAt(bridgeId));
  // A reading that has seen no row yet begins with these.
  const reading = underWay(roster);
  const begunAt = reading !== null && reading.rows > 0 ? reading.startedAt : null;
  for (const buyerId of buyerIds) {
    const newsSince = readSince ?? (undated.has(buyerId) ? null : begunAt);
    const isNew =
      newsSince !== null && mayBeNewcomer(buyerId) && !(await ports.isInRoster(bridgeId, buyerId));
    if (isNew) await ports.noteNewcomer(buyerId, newsSince);
    // Before the roster knows it: a tick that ends in between must not take it for one that has been polled.
    await ports.rouse(buyerId);
    await ports.saveRosterBuyer(bridgeId, buyerId, ports.clock.now());
  }
}

async function stamp(
  ports: FindBuyersPorts,
  bridgeId: string,
  buyerId: string,
  known: Map<string, number>,
): Promise<void> {
  const now = ports.clock.now();
  if (now - (known.get(buyerId) ?? 0) < stampEveryMs) return;
  await ports.saveRosterBuyer(bridgeId, buyerId, now);
  known.set(buyerId, now);
}

/**
 * Whether a buyer that a reading did not name has left the bridge. Rows move while they are read, so that one can be
 * missed: at once only where the reading fits together. A mistake costs time, and no signal: what the ledger knows of
 * the buyer stays, and it is found again.
 */
function isGone({ fits, isWhole, startedAt }: WholeReading, seenAt: number): boolean {
  return fits || (isWhole && seenAt < startedAt - goneAfterMs);
}

/** A service whose index is rebuilt shows nothing for a while, or little, and that fits together. */
function isDoubtful(gone: number, known: number): boolean {
  return gone > 0 && (gone === known || (known >= 4 && gone > known / 2));
}
