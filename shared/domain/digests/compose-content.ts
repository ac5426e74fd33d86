import { deadlineIn } from '../cells/deadline.ts';
import { groupByOwner, type OwnerView } from '../cells/owners.ts';
import { isoTime } from '../clock.ts';
import type { MutedSignals } from '../routes/mute.ts';
import type { Signal } from '../rows/signal.ts';
import { closesSoonMs, compareSignals, type SignalStanding } from '../signals/order.ts';
import type { KnownSummary, OutboxEntry } from '../signals/outbox.ts';
import type { DigestBuyer, DigestContent, DigestSignal, DigestView, SummaryStatus } from './digest.ts';

export type DigestHeading = Omit<
  DigestContent,
  'windowStart' | 'windowEnd' | 'buyers' | 'restOrder' | 'unreadable' | 'muted'
> & {
  readonly muted: readonly MutedSignals[];
};

/** The order is total, so that the same entries always give the same digest. */
export function orderEntries(
  entries: readonly OutboxEntry[],
  summaries: ReadonlyMap<string, KnownSummary>,
  view: Pick<DigestView, 'createdAt' | 'timezone' | 'groupBy'> & OwnerView,
): OutboxEntry[] {
  const names = buyerNames(entries);
  const now = Date.parse(view.createdAt);
  const standingOf = (entry: OutboxEntry): SignalStanding => {
    const { signal, buyerId, hot } = entry;
    const endsAt = signal && deadlineIn(signal, view);
    return {
      key: entry.key,
      buyerId,
      hot,
      hotBecause: entry.hotBecause,
      hotnessRank: entry.hotnessRank,
      deadlineAhead: endsAt !== null && endsAt > now ? endsAt : null,
      closesSoon: endsAt !== null && endsAt > now && endsAt <= now + closesSoonMs,
      // The score is known only where another signal of the buyer is hot, which makes this one no better.
      buyerScore: hot ? (summaries.get(buyerId)?.summary?.score ?? null) : null,
      buyerName: names.get(buyerId) ?? null,
      name: signal?.name ?? null,
    };
  };
  const ordered = entries
    .map((entry) => ({ entry, standing: standingOf(entry) }))
    .sort((a, b) => compareSignals(a.standing, b.standing))
    .map(({ entry }) => entry);
  // A buyer's signals stay together: its name is said once.
  const others = Map.groupBy(
    ordered.filter(({ hot }) => !hot),
    ({ buyerId }) => buyerId,
  );
  const first = ordered.filter(({ hot }) => hot);
  const hot = view.groupBy ? [...groupByOwner(first, ({ signal }) => signal, view).values()].flat() : first;
  return [...hot, ...[...others.values()].flat()];
}

/** Rows may spell their buyer differently: the smallest key decides, so that the order does not matter. */
function buyerNames(entries: readonly OutboxEntry[]): Map<string, string> {
  const byKey = entries.toSorted((a, b) => (a.key < b.key ? 1 : -1));
  return new Map(
    byKey.flatMap(({ buyerId, signal }) => (signal?.buyerName ? [[buyerId, signal.buyerName] as const] : [])),
  );
}

/** Pure: the entries, which are in the digest's order, the summaries and the heading decide every byte. */
export function composeContent(
  heading: DigestHeading,
  entries: readonly OutboxEntry[],
  summaries: ReadonlyMap<string, KnownSummary>,
): DigestContent {
  const seen = entries.map((entry) => entry.firstSeenAt);
  const readable = entries.filter((entry) => entry.signal !== null);
  const byBuyer = Map.groupBy(readable, (entry) => entry.buyerId);
  return {
    ...heading,
    windowStart: isoTime(Math.min(...seen)),
    windowEnd: isoTime(Math.max(...seen)),
    restOrder: [...new Set(readable.filter(({ hot }) => !hot).map(({ buyerId }) => buyerId))],
    buyers: [...byBuyer].map(([buyerId, own]) => digestBuyer(buyerId, own, summaries.get(buyerId))),
    unreadable: entries.length - readable.length,
    muted: heading.muted.map((muted) => ({ ...muted, until: isoTime(muted.until) })),
  };
}

function digestBuyer(
  buyerId: string,
  entries: readonly OutboxEntry[],
  known: KnownSummary | undefined,
): DigestBuyer {
  const status = summaryStatus(entries, known);
  const summary = status === 'ready' ? (known?.summary ?? null) : null;
  return {
    buyerId,
    name: buyerNames(entries).get(buyerId) ?? null,
    score: summary?.score ?? null,
    summary,
    summaryStatus: status,
    signals: entries.map(digestSignal),
  };
}

/** Only hot signals request a summary, so a buyer without one has `none`. */
function summaryStatus(entries: readonly OutboxEntry[], known: KnownSummary | undefined): SummaryStatus {
  if (!entries.some((entry) => entry.hot)) return 'none';
  if (known?.state === 'ready') return 'ready';
  return known?.state === 'none' ? 'none' : 'pending';
}

function digestSignal(entry: OutboxEntry): DigestSignal {
  const signal = entry.signal as Signal;
  return {
    bridgeId: signal.bridgeId,
    bridgeName: signal.bridgeName,
    filterType: signal.filterType ?? null,
    entityId: signal.entityId ?? null,
    rowId: signal.rowId,
    name: signal.name,
    hot: entry.hot,
    hotBecause: entry.hotBecause ?? [],
    ...(entry.hotUnknown === true && { hotUnknown: true }),
    hotnessRank: entry.hotnessRank,
    firstSeenAt: isoTime(entry.firstSeenAt),
    updatedAt: signal.updatedAt,
    columns: signal.columns,
    ...(signal.truncated === true && { truncated: true }),
  };
}
