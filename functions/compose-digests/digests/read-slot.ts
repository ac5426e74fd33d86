import { inParallel } from '../../../shared/domain/concurrency.ts';
import { countsFrom, createMuteCount, muteOf } from '../../../shared/domain/routes/mute.ts';
import { floodRuleOf, type Route } from '../../../shared/domain/routes/route.ts';
import {
  countDelays,
  type Delay,
  type DelayableSignal,
  type Delaying,
  delayable,
  delayOf,
} from '../../../shared/domain/signals/delay.ts';
import type { FloodEntry } from '../../../shared/domain/signals/flood.ts';
import { isDecided, type KnownSummary, type OutboxEntry } from '../../../shared/domain/signals/outbox.ts';
import type { RouteState } from '../../../shared/ledger/routes/routes.ts';
import { describeView, withHotnessAt } from './describe-slot.ts';
import type { ComposePorts } from './ports.ts';

export interface SlotEntry extends FloodEntry {
  readonly buyerId: string;
  /** The time from which the signal counts for its route's times. */
  readonly from: number;
  /** Only its route's `gather` delays it until then: it goes out with the others, or waits if there are none. */
  readonly gatheredUntil: number | null;
  /** Null behind the first `entriesAtOnce` entries: a later reading has them. */
  readonly full: OutboxEntry | null;
}

export type SlotReading = Awaited<ReturnType<typeof readSlot>>;

interface SlotQuery {
  readonly delaying: Omit<Delaying, 'route' | 'hasSummary'> & { readonly route: Route };
  readonly item: RouteState;
  /** The time of the round, milliseconds since the epoch. */
  readonly at: number;
  /** True if the composition has found that this entry must stay in the outbox. */
  readonly isLeft: (key: string) => boolean;
}

const defaultEntriesAtOnce = 1000;
const summariesAtOnce = 8;

/** Reads past all delayed entries, until enough others are found and it is known whether the flood rule applies. */
export async function readSlot(ports: ComposePorts, query: SlotQuery) {
  const { mutes, route } = query.delaying;
  const delays: Delay[] = [];
  const muted = createMuteCount();
  /** Only buyers with a hot entry whose summary is ready, known not to exist, or given up. */
  const summaries = new Map<string, KnownSummary>();
  const delaying: Delaying = { ...query.delaying, hasSummary: (buyerId) => summaries.has(buyerId) };
  const { entriesAtOnce = defaultEntriesAtOnce, entriesAhead = 5 * entriesAtOnce } = ports;
  const kept = keepEntries(route, entriesAtOnce, entriesAhead);
  let isEnd = true;
  for await (const stored of ports.ledger.outbox.readPages(route.id)) {
    const hot = stored.filter((entry) => entry.hot);
    const view = await describeView(ports, route, hot, query.at);
    const page = stored
      .filter(({ key }) => !query.isLeft(key))
      .map((entry) => withHotnessAt(entry, view, query.at));
    const now = ports.clock.now();
    const signals = page.map((entry) => ({ entry, signal: delayable(entry) }));
    const muteIn = (signal: DelayableSignal) => muteOf(mutes, route.id, signal, now);
    const audible = signals.filter(({ signal }) => muteIn(signal) === null).map(({ entry }) => entry);
    await learnSummaries(ports, audible, summaries);
    for (const { entry, signal } of signals) {
      const delay = delayOf(delaying, signal, ports.clock.now());
      const mute = muteIn(signal);
      if (mute !== null) muted.add(mute, () => entry.signal);
      if (delay !== null && delay.reason !== 'gather') {
        delays.push(delay);
        continue;
      }
      kept.add(entry, countsFrom(mutes, query.item, signal), delay?.until ?? null);
    }
    if (kept.isEnough()) {
      isEnd = false;
      break;
    }
  }
  return {
    entries: kept.entries(isEnd),
    from: kept.from(),
    isEnd,
    /** Counts the signals that were read: those behind them may be delayed, too, until nothing else is left to send. */
    delayed: countDelays(delays),
    muted: muted.list(),
    summaries,
  };
}

function keepEntries(route: Route, entriesAtOnce: number, mostRead: number) {
  const rule = floodRuleOf(route);
  const entries: SlotEntry[] = [];
  let kept: OutboxEntry[] = [];
  let released = 0;
  const fresh = (): number => entries.length - released;
  const keepFirst = (): void => {
    kept = kept.sort(firstToKeep).slice(0, entriesAtOnce);
  };
  return {
    add(entry: OutboxEntry, from: number, gatheredUntil: number | null): void {
      entries.push(describeEntry(entry, from, gatheredUntil));
      if (entry.released) released += 1;
      kept.push(entry);
      if (kept.length >= 2 * entriesAtOnce) keepFirst();
    },
    isEnough(): boolean {
      return entries.length >= mostRead && (rule === null || fresh() > rule.over || released > 0);
    },
    /** Times of entries that nothing delays, also for a later reading: they decide if the route is due. */
    from: () => entries.filter(({ gatheredUntil }) => gatheredUntil === null).map(({ from }) => from),
    /** A flood rule counts no released entry. Before the end, the size of a flood may be unknown: those go out first. */
    entries(isEnd: boolean): readonly SlotEntry[] {
      keepFirst();
      const inFull = new Map(kept.map((entry) => [entry.key, entry]));
      const found = entries.map((entry) => ({ ...entry, full: inFull.get(entry.key) ?? null }));
      const isReleasedAlone = rule !== null && !isEnd && released > 0;
      return isReleasedAlone ? found.filter((entry) => entry.released && entry.full) : found;
    },
  };
}

function describeEntry(entry: OutboxEntry, from: number, gatheredUntil: number | null): SlotEntry {
  const { key, buyerId, firstSeenAt, hot, signal } = entry;
  return {
    key,
    buyerId,
    firstSeenAt,
    from,
    hot,
    readable: signal !== null,
    released: entry.released === true,
    bridge: signal?.bridgeName ?? signal?.filterType ?? null,
    gatheredUntil,
    full: null,
  };
}

/** Signals that were resent by hand come first, then hot ones, then the oldest. */
function firstToKeep(a: OutboxEntry, b: OutboxEntry): number {
  const released = Number(b.released === true) - Number(a.released === true);
  return released || Number(b.hot) - Number(a.hot) || (a.key < b.key ? -1 : 1);
}

async function learnSummaries(
  ports: ComposePorts,
  entries: readonly OutboxEntry[],
  summaries: Map<string, KnownSummary>,
): Promise<void> {
  const buyers = new Set(entries.filter(({ hot }) => hot).map(({ buyerId }) => buyerId));
  const unknown = [...buyers].filter((buyerId) => !summaries.has(buyerId));
  await inParallel(unknown, summariesAtOnce, async (buyerId) => {
    const summary = await ports.ledger.summaries.read(buyerId);
    if (isDecided(summary)) summaries.set(buyerId, summary);
  });
}
