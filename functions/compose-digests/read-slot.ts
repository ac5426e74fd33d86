import { inParallel } from '../../shared/domain/concurrency.ts';
import { countDelays, type Delay, type DelayedSignals } from '../../shared/domain/routes/delay.ts';
import { createMuteCount, type Mute, type MutedSignals } from '../../shared/domain/routes/mute.ts';
import { floodRuleOf, type Route } from '../../shared/domain/routes/route.ts';
import type { FloodEntry } from '../../shared/domain/signals/flood.ts';
import {
  isDecided,
  isReleasable,
  type KnownSummary,
  type OutboxEntry,
} from '../../shared/domain/signals/outbox.ts';
import type { ComposePorts } from './ports.ts';

export interface SlotEntry extends FloodEntry {
  readonly enteredAt: number;
  /** True for a hot entry whose buyer's summary is still being fetched. */
  readonly waits: boolean;
  /** Null for an entry that waits, and for those behind the first `entriesAtOnce`: a later reading has them. */
  readonly full: OutboxEntry | null;
}

export interface SlotReading {
  /** Oldest first. Entries that wait are among them only where a flood rule counts them. */
  readonly entries: readonly SlotEntry[];
  /** How many other entries wait. */
  readonly waiting: number;
  /** Of the signals that were read: those behind them may be delayed, too, until nothing else is left to send. */
  readonly delayed: readonly DelayedSignals[];
  /** Of these, the muted ones by their mute. */
  readonly muted: readonly MutedSignals[];
  /** Of the buyers with a hot entry: those that are ready, known not to exist, or given up. */
  readonly summaries: ReadonlyMap<string, KnownSummary>;
}

export interface SlotQuery {
  readonly route: Route;
  /** Null for an entry that may go out now. */
  readonly delayOf: (entry: OutboxEntry) => Delay | null;
  /** Null for an entry that no mute holds. */
  readonly muteOf: (entry: OutboxEntry) => Mute | null;
  /** Buyers without a summary, found by earlier readings of the same composition and by this one: asked about once. */
  readonly unready: Set<string>;
}

const defaultEntriesAtOnce = 1000;
/** In characters of their columns: V8 may keep two bytes for each, and a signal may have 60,000. */
const mostTextAtOnce = 15_000_000;
const summariesAtOnce = 8;

/**
 * Reads the outbox of a route, and tells entries that can go out now from those that wait for a summary.
 * Reads past all entries that wait for a summary until enough others are found. With a flood rule, it also reads until
 * it knows whether the rule applies.
 */
export async function readSlot(ports: ComposePorts, query: SlotQuery): Promise<SlotReading> {
  const delays: Delay[] = [];
  const muted = createMuteCount();
  const summaries = new Map<string, KnownSummary>();
  const { entriesAtOnce = defaultEntriesAtOnce, entriesAhead = 5 * entriesAtOnce } = ports;
  const kept = keepEntries(query.route, entriesAtOnce, entriesAhead);
  let isEnd = true;
  for await (const page of ports.ledger.pageOutbox(query.route.id)) {
    const mayGo = page.filter((entry) => {
      const delay = query.delayOf(entry);
      if (delay === null) return true;
      delays.push(delay);
      const mute = query.muteOf(entry);
      if (mute !== null) muted.add(mute, () => entry.signal);
      return false;
    });
    await learnSummaries(ports, mayGo, summaries, query.unready);
    const now = ports.clock.now();
    for (const entry of mayGo) kept.add(entry, !isReleasable(entry, summaries.get(entry.buyerId), now));
    if (kept.isEnough()) {
      isEnd = false;
      break;
    }
  }
  return {
    entries: kept.entries(isEnd),
    waiting: kept.waiting(),
    delayed: countDelays(delays),
    muted: muted.list(),
    summaries,
  };
}

function keepEntries(route: Route, entriesAtOnce: number, mostRead: number) {
  const rule = floodRuleOf(route);
  const entries: SlotEntry[] = [];
  let kept: OutboxEntry[] = [];
  let keptText = 0;
  let [ready, fresh, released, waiting] = [0, 0, 0, 0];
  const isFlood = (): boolean => rule !== null && fresh > rule.over;
  const keepFirst = (): void => {
    ({ kept, keptText } = firstThatFit(kept.sort(firstToKeep).slice(0, entriesAtOnce)));
  };
  return {
    add(entry: OutboxEntry, waits: boolean): void {
      const isReleased = entry.released === true;
      if (waits && (rule === null || isReleased)) {
        waiting += 1;
        return;
      }
      entries.push(describeEntry(entry, waits));
      if (!isReleased) fresh += 1;
      if (waits) return;
      ready += 1;
      if (isReleased) released += 1;
      kept.push(entry);
      keptText += textIn(entry);
      if (kept.length >= 2 * entriesAtOnce || keptText >= 2 * mostTextAtOnce) keepFirst();
    },
    isEnough(): boolean {
      if (ready >= mostRead && (rule === null || isFlood() || released > 0)) return true;
      return isFlood() && fresh >= mostRead;
    },
    /** A flood rule counts no released entry. Before the end, the size of a flood may be unknown: those go out first. */
    entries(isEnd: boolean): readonly SlotEntry[] {
      keepFirst();
      const inFull = new Map(kept.map((entry) => [entry.key, entry]));
      const found = entries.map((entry) => ({ ...entry, full: inFull.get(entry.key) ?? null }));
      const isReleasedAlone = rule !== null && !isEnd && released > 0;
      return isReleasedAlone ? found.filter((entry) => entry.released && entry.full) : found;
    },
    waiting: () => waiting,
  };
}

function describeEntry(entry: OutboxEntry, waits: boolean): SlotEntry {
  const { key, buyerId, firstSeenAt, enteredAt = firstSeenAt, hot, signal } = entry;
  return {
    key,
    buyerId,
    bridgeId: signal?.bridgeId ?? null,
    firstSeenAt,
    enteredAt,
    hot,
    hotUnknown: entry.hotUnknown === true,
    readable: signal !== null,
    released: entry.released === true,
    bridge: signal?.bridgeName ?? signal?.filterType ?? null,
    waits,
    full: null,
  };
}

/** At least one, whatever its size: it has to go out. */
function firstThatFit(entries: readonly OutboxEntry[]): { kept: OutboxEntry[]; keptText: number } {
  const kept: OutboxEntry[] = [];
  let keptText = 0;
  for (const entry of entries) {
    const size = textIn(entry);
    if (kept.length > 0 && keptText + size > mostTextAtOnce) break;
    kept.push(entry);
    keptText += size;
  }
  return { kept, keptText };
}

function textIn({ signal }: OutboxEntry): number {
  let size = 0;
  for (const value of Object.values(signal?.columns ?? {}))
    if (typeof value === 'string') size += value.length;
  return size;
}

/** What was released by hand first, then hot ones, then the oldest. */
function firstToKeep(a: OutboxEntry, b: OutboxEntry): number {
  const released = Number(b.released === true) - Number(a.released === true);
  return released || Number(b.hot) - Number(a.hot) || (a.key < b.key ? -1 : 1);
}

async function learnSummaries(
  ports: ComposePorts,
  entries: readonly OutboxEntry[],
  summaries: Map<string, KnownSummary>,
  unready: Set<string>,
): Promise<void> {
  const buyers = new Set(entries.filter(({ hot }) => hot).map(({ buyerId }) => buyerId));
  const unknown = [...buyers].filter((buyerId) => !summaries.has(buyerId) && !unready.has(buyerId));
  await inParallel(unknown, summariesAtOnce, async (buyerId) => {
    const summary = await ports.ledger.readSummary(buyerId);
    if (isDecided(summary)) summaries.set(buyerId, summary);
    else unready.add(buyerId);
  });
}
