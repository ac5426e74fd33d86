import type { Clock } from '../../shared/domain/clock.ts';
import { inParallel } from '../../shared/domain/concurrency.ts';
import { floodRuleOf, type Route } from '../../shared/domain/routes/route.ts';
import type { FloodEntry } from '../../shared/domain/signals/flood.ts';
import {
  isDecided,
  isReleasable,
  type KnownSummary,
  type OutboxEntry,
} from '../../shared/domain/signals/outbox.ts';

/** Reads the outbox of a route, and tells entries that can go out now from those that wait for a summary. */
export interface ReadSlotPorts {
  readonly clock: Clock;
  /** Oldest first; a page is as long as its source makes it. */
  readonly pageOutbox: (routeId: string) => AsyncIterable<readonly OutboxEntry[]>;
  readonly readSummary: (buyerId: string) => Promise<KnownSummary | undefined>;
  /** How many entries a reading keeps in full: bounds the memory of a function. @default 1000 */
  readonly entriesAtOnce?: number | undefined;
}

export interface SlotEntry extends FloodEntry {
  /** True for an entry whose buyer's summary is still being fetched. */
  readonly waits: boolean;
  /** Null for an entry that waits, and beyond `entriesAtOnce`: then a later reading has it. */
  readonly full: OutboxEntry | null;
}

export interface SlotReading {
  /** Oldest first. Entries that wait are among them only where a flood rule counts them. */
  readonly entries: readonly SlotEntry[];
  /** How many other entries wait. */
  readonly waiting: number;
  /** Of the buyers with a hot entry: those that are ready, known not to exist, or given up. */
  readonly summaries: ReadonlyMap<string, KnownSummary>;
}

export interface SlotQuery {
  readonly route: Route;
  /** Only entries first seen until then, in milliseconds since the epoch. */
  readonly seenUntil: number;
  /** Buyers without a summary, found by earlier readings of the same composition and by this one: asked about once. */
  readonly unready: Set<string>;
}

const defaultEntriesAtOnce = 1000;
const summariesAtOnce = 8;

/**
 * Reads past all entries that wait for a summary until enough others are found. With a flood rule, it also reads until
 * it knows whether the rule applies.
 */
export async function readSlot(ports: ReadSlotPorts, query: SlotQuery): Promise<SlotReading> {
  const summaries = new Map<string, KnownSummary>();
  const kept = keepEntries(query.route, ports.entriesAtOnce ?? defaultEntriesAtOnce);
  let isEnd = true;
  for await (const page of ports.pageOutbox(query.route.id)) {
    // The keys are in the order of these times: what follows belongs to a later slot.
    const inSlot = page.filter(({ firstSeenAt }) => firstSeenAt <= query.seenUntil);
    await learnSummaries(ports, inSlot, summaries, query.unready);
    const now = ports.clock.now();
    for (const entry of inSlot) kept.add(entry, !isReleasable(entry, summaries.get(entry.buyerId), now));
    if (inSlot.length < page.length) break;
    if (kept.isEnough()) {
      isEnd = false;
      break;
    }
  }
  return { entries: kept.entries(isEnd), waiting: kept.waiting(), summaries };
}

function keepEntries(route: Route, entriesAtOnce: number) {
  const rule = floodRuleOf(route);
  const entries: SlotEntry[] = [];
  let [full, fresh, released, waiting] = [0, 0, 0, 0];
  const isFlood = (): boolean => rule !== null && fresh > rule.over;
  return {
    add(entry: OutboxEntry, waits: boolean): void {
      const isReleased = entry.released === true;
      if (waits && (rule === null || isReleased)) {
        waiting += 1;
        return;
      }
      const isKept = !waits && full < entriesAtOnce;
      const { key, firstSeenAt, hot, hotnessRank } = entry;
      const readable = entry.signal !== null;
      entries.push({
        key,
        firstSeenAt,
        hot,
        hotnessRank,
        readable,
        released: isReleased,
        handedOver: entry.handedOver === true,
        waits,
        full: isKept ? entry : null,
      });
      if (isKept) full += 1;
      if (isKept && isReleased) released += 1;
      if (!isReleased) fresh += 1;
    },
    isEnough(): boolean {
      if (full >= entriesAtOnce && (rule === null || isFlood() || released > 0)) return true;
      return isFlood() && fresh >= entriesAtOnce;
    },
    /** A flood rule counts no released entry. Before the end, the size of a flood may be unknown: those go out first. */
    entries: (isEnd: boolean): readonly SlotEntry[] =>
      rule !== null && !isEnd && released > 0
        ? entries.filter((entry) => entry.released && entry.full)
        : entries,
    waiting: () => waiting,
  };
}

async function learnSummaries(
  ports: ReadSlotPorts,
  entries: readonly OutboxEntry[],
  summaries: Map<string, KnownSummary>,
  unready: Set<string>,
): Promise<void> {
  const buyers = new Set(entries.filter(({ hot }) => hot).map(({ buyerId }) => buyerId));
  const unknown = [...buyers].filter((buyerId) => !summaries.has(buyerId) && !unready.has(buyerId));
  await inParallel(unknown, summariesAtOnce, async (buyerId) => {
    const summary = await ports.readSummary(buyerId);
    if (isDecided(summary)) summaries.set(buyerId, summary);
    else unready.add(buyerId);
  });
}
