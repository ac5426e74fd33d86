import { inParallel } from '../../shared/domain/concurrency.ts';
import { dayMs, hourMs } from '../../shared/domain/duration.ts';
import type { BridgeMark } from '../../shared/domain/polling/poll-plan.ts';
import {
  lastWholeAt,
  type Roster,
  type RowReading,
  wholeEveryMs,
} from '../../shared/domain/polling/roster.ts';
import { readAllRows, type WholeReading } from './read-all-rows.ts';
import { type ChangedRows, type RowLimits, type RowReadPorts, readChangedRows } from './read-changed-rows.ts';
import type { RowPage } from './row-source.ts';

export interface FindLimits extends RowLimits {
  /** Reads all rows now if the newest do not show every change: for a run by hand, which should finish at once. */
  readonly allRows: boolean;
  /** True if the first signals of a buyer that appears now may be news. */
  readonly mayBeNewcomer: (buyerId: string) => boolean;
  /** It is in a roster, and never polled: due, it would look like one that nobody reads. */
  readonly isExcepted: (buyerId: string) => boolean;
}

export type BuyerFinder = ReturnType<typeof createFinder>;

/** All rows are read each hour if the newest can't be identified. */
const wholeEveryUnsortedMs = hourMs;
/** A page that was passed over may be shown again. */
const wholeEveryPassedOverMs = 4 * hourMs;
const stampEveryMs = dayMs;
/** A bridge with 100,000 new buyers takes a few ticks, not a day. */
const addedAtOnce = 8;

/** Reads as few rows a tick as possible. All rows are read when due, even if reading the newest rows failed. */
export function createFinder(ports: RowReadPorts, mark: BridgeMark, roster: Roster, limits: FindLimits) {
  const { ledger, clock } = ports;
  const { bridgeId } = mark;
  const { mayBeNewcomer, isExcepted } = limits;
  const { firstFullAt, lastFullAt } = roster;
  const reading = underWay(roster);
  const added = new Set<string>();
  let wholeAt = lastWholeAt(roster) ?? 0;
  let changed: ChangedRows = { buyers: new Set(), named: new Set(), problem: 'first-look', mark };
  /** A newcomer's signals are news. This is stored first, so that a crash can't turn news into a baseline. */
  const add = async (fresh: readonly string[]): Promise<void> => {
    if (fresh.length === 0) return;
    // It is read after the rows: another tick may have completed the first reading by now, and found these buyers.
    const newsSince = firstFullAt ?? (await ledger.rosters.read(bridgeId)).firstFullAt;
    await inParallel(fresh, addedAtOnce, async (buyerId) => {
      const isNew =
        newsSince !== null && mayBeNewcomer(buyerId) && !(await ledger.rosters.hasBuyer(bridgeId, buyerId));
      if (isNew) await ledger.rosters.noteNewcomer(buyerId, newsSince);
      // The buyer is woken before it is in the roster: after a crash in between, the next tick finds it again.
      if (!isExcepted(buyerId)) await ledger.buyers.wake(buyerId, clock.now());
      await ledger.rosters.saveBuyer(bridgeId, buyerId, clock.now());
      added.add(buyerId);
    });
  };
  return {
    /** Throws errors that are not caused by the bridge's rows. */
    async readChanged(): Promise<void> {
      changed = await readChangedRows(ports, mark, limits);
      const buyers = [...changed.buyers];
      const known = new Set(await ledger.rosters.findBuyers(bridgeId, buyers));
      await add(buyers.filter((buyerId) => !known.has(buyerId)));
    },
    /** Returns the bridge's failure to report; null for none. Throws like `readChanged`. */
    async readThrough(): Promise<unknown> {
      const isDue = lastFullAt === null || clock.now() - lastFullAt >= wholeEvery(changed, roster, limits);
      // The failure is reported even if all rows are read: otherwise a service that fails for an hour looks healthy.
      const { failure = null } = changed;
      if (!isDue) return failure;
      const named = new Set(changed.buyers);
      const known = await ledger.rosters.listBuyers(bridgeId);
      const isFirst = firstFullAt === null;
      const read = await readAllRows(ports, bridgeId, reading, { ...limits, isFirst }, async (page) => {
        const buyerIds = buyersIn(page);
        const fresh = [...new Set(buyerIds)].filter((buyerId) => !known.has(buyerId));
        await add(fresh);
        for (const buyerId of fresh) known.set(buyerId, clock.now());
        for (const buyerId of buyerIds) {
          named.add(buyerId);
          await stamp(ports, bridgeId, buyerId, known);
        }
      });
      if (!read.isDone) return read.failure ?? failure;
      for (const [buyerId, seenAt] of chooseGone(known, named, read)) {
        await ledger.rosters.dropBuyer(bridgeId, buyerId, seenAt);
      }
      if (!read.hasPassedOver) wholeAt = read.resumedAt;
      await ledger.rosters.saveProgress(bridgeId, {
        firstFullAt: firstFullAt ?? read.startedAt,
        lastFullAt: read.resumedAt,
        wholeAt,
        reading: null,
      });
      return read.failure ?? failure;
    },
    /** `named` includes the buyers that no earlier tick knew. */
    found: (): ChangedRows => ({
      ...changed,
      named: new Set([...changed.named, ...added]),
      mark: { ...changed.mark, wholeAt: provenAt(mark, wholeAt) ?? clock.now() },
    }),
  };
}

/** The newer one: the slower of two concurrent ticks may have stored an older mark. */
function provenAt(mark: BridgeMark, wholeAt: number): number | null {
  return Math.max(wholeAt, mark.wholeAt ?? 0) || null;
}

function wholeEvery({ problem }: ChangedRows, roster: Roster, { allRows }: FindLimits): number {
  if (problem !== null && problem !== 'first-look') return allRows ? 0 : wholeEveryUnsortedMs;
  return (lastWholeAt(roster) ?? 0) < (roster.lastFullAt ?? 0) ? wholeEveryPassedOverMs : wholeEveryMs;
}

/** The slower of two concurrent ticks can store its progress after the end of the reading: it is ignored then. */
function underWay({ reading, lastFullAt }: Roster): RowReading | null {
  return reading === null || reading.startedAt <= (lastFullAt ?? 0) ? null : reading;
}

/** If no reading of all rows is believed at once, a buyer is dropped after this long without being named. */
const goneAfterMs = 3 * dayMs;

/**
 * A reading can miss rows that move meanwhile, and a service that rebuilds its index may show few rows or none for a
 * while. So a buyer leaves at once only if the reading is consistent, and if no more than half have left with it. A
 * mistake costs time, but no signal: the buyer's other items stay in the ledger, and it is found again.
 */
function chooseGone(
  known: ReadonlyMap<string, number>,
  named: ReadonlySet<string>,
  { fits, isWhole, startedAt }: WholeReading,
): readonly (readonly [buyerId: string, seenAt: number])[] {
  const missing = [...known].filter(([buyerId]) => !named.has(buyerId));
  if (fits && missing.length <= known.size / 2) return missing;
  return isWhole ? missing.filter(([, seenAt]) => seenAt < startedAt - goneAfterMs) : [];
}

function buyersIn({ rows, unreadable }: RowPage): string[] {
  return [...rows, ...unreadable].flatMap(({ buyerId }) => (buyerId === null ? [] : [buyerId]));
}

async function stamp(
  ports: RowReadPorts,
  bridgeId: string,
  buyerId: string,
  known: Map<string, number>,
): Promise<void> {
  const now = ports.clock.now();
  if (now - (known.get(buyerId) ?? 0) < stampEveryMs) return;
  await ports.ledger.rosters.saveBuyer(bridgeId, buyerId, now);
  known.set(buyerId, now);
}
