import type { BuyerState } from '../../shared/domain/polling/buyer-state.ts';
import { type ListingPeriod, listingPeriod, reachesAsFar } from '../../shared/domain/polling/window.ts';
import type { PollPorts, PollSettings } from './open-poll.ts';
import { findPast, isCreatedSince, isOld } from './past.ts';
import type { Found, ListedSignal } from './ports.ts';
import { type BuyerList, notScanned, type Scan, type ScanResult, scanList } from './scan-list.ts';

interface Sorting {
  readonly isNews: (item: ListedSignal) => boolean;
  /** Other signals in a list of this period are recent, and sent. Null if none is read. */
  readonly recentPeriod: ListingPeriod | null;
  /** A shorter list that stands still is accepted, even if items are missing. */
  readonly takesStill: boolean;
  /** The rest is baseline where no shorter list is read. */
  readonly isRestOld: boolean;
}

export async function openSorter(ports: PollPorts, buyer: BuyerState, list: BuyerList) {
  return buyer.state === 'BASELINING' ? openBaseline(ports, buyer, list) : openNews(ports, buyer, list);
}

/** A newcomer in a bridge that was already read has news instead of a baseline: see ADR 0008. */
async function openBaseline(ports: PollPorts, buyer: BuyerState, list: BuyerList) {
  const { buyerId, isOverdue } = list;
  const newcomerSince = await ports.ledger.rosters.readNewsSince(buyerId);
  let { emptySince } = buyer;
  const sorter = createSorter(ports, list, {
    isNews: (item) => {
      const since = Math.min(newcomerSince ?? Infinity, emptySince ?? Infinity);
      return isCreatedSince(item, since, newcomerSince !== null);
    },
    recentPeriod: firstPeriod(ports.settings, buyer, list),
    takesStill: isOverdue,
    isRestOld: ports.settings.firstRun === 'baseline',
  });
  return {
    ...sorter,
    async *sort(items: readonly ListedSignal[]): AsyncGenerator<Found, void> {
      // Another first scan may have ended since. What it did not show is news, and as baseline it would never be sent.
      const now = await ports.ledger.buyers.read(buyerId);
      emptySince = now.emptySince;
      const { sort } = now.state === 'LIVE' ? await openNews(ports, now, list) : sorter;
      yield* sort(items);
    },
  };
}

/** Unknown signals of a LIVE buyer are news, but for those that are older than its baseline. */
async function openNews(ports: PollPorts, buyer: BuyerState, list: BuyerList) {
  const { firstRun } = ports.settings;
  const sendLast = typeof firstRun === 'object' ? firstRun.sendLast : null;
  const past = firstRun === 'send-all' ? null : findPast(buyer, sendLast, list.period, list.startedAt);
  // A newcomer's signals are news from `newsSince` on, also those from before its first scan.
  const newsSince = past === null ? null : await ports.ledger.rosters.readNewsSince(list.buyerId);
  return createSorter(ports, list, {
    isNews: (item) =>
      past === null ||
      !isOld(item, past.before) ||
      (newsSince !== null && isCreatedSince(item, newsSince, true)),
    recentPeriod: past?.newsPeriod ?? null,
    takesStill: true,
    isRestOld: true,
  });
}

/** Such a signal came since the list was read: the next poll would take it for news. */
export async function* sortLate(
  ports: PollPorts,
  buyer: BuyerState,
  list: BuyerList,
  late: readonly ListedSignal[],
): AsyncGenerator<Found, void> {
  if (buyer.state !== 'BASELINING' || late.length === 0) return;
  const { sort } = await openNews(ports, { ...buyer, baselineAt: list.startedAt }, list);
  yield* sort(late);
}

/**
 * A list that can never be read completely would stay a baseline forever and take in every new signal. So after a
 * while the signals of the API's own period, a month, are sent. Once a list was empty, its rows' times say what is
 * new. Null: a first scan sends none.
 */
function firstPeriod(
  { firstRun }: PollSettings,
  { emptySince, baselineSince }: BuyerState,
  { isOverdue, startedAt }: BuyerList,
): ListingPeriod | null {
  if (typeof firstRun === 'object') return firstRun.sendLast;
  if (firstRun === 'send-all' || emptySince !== null || !isOverdue) return null;
  return listingPeriod(baselineSince, startedAt, 'LastOneMonths');
}

/**
 * The answer has no signal dates, so in a first scan, and in one after a long pause, a second list of a shorter
 * period shows which of the rest are recent. It is read after the pages that it sorts, so that a signal that arrives
 * in between is in the second list and is sent; read before them, the signal would count as old and be lost. Without
 * an accepted second list no possibly old signal is recorded yet, since it could be recent.
 */
function createSorter(
  ports: PollPorts,
  { buyerId, period, deadline }: BuyerList,
  { isNews, recentPeriod, takesStill, isRestOld }: Sorting,
) {
  const shorter: ScanResult[] = [];
  const late: ListedSignal[] = [];
  let hasWithheld = false;
  const found = (items: readonly ListedSignal[], baseline: boolean): Found => ({ items, period, baseline });

  /** `hidden`: how many more the list counts. `behind`: shown by the longer list. Null if it was not accepted. */
  async function* findRecent(recentPeriod: ListingPeriod) {
    const recent = new Set<string>();
    const scan: Scan = {
      buyerId,
      deadline,
      period: recentPeriod,
      knownFingerprint: null,
      knownList: null,
      mayBeEmpty: true,
      result: notScanned,
    };
    // Recent signals are found at once: they are never baseline, even if the rest of this list fails.
    for await (const shown of scanList(ports, scan)) {
      for (const { id } of shown) recent.add(id);
      yield found(shown, false);
    }
    const { accepted, stoodStill, missing = 0, notFound } = scan.result;
    const behind: ListedSignal[] = [];
    // The service knows no recent signal of the buyer only if it shows the longer list behind it. Throws if it does not.
    if (notFound) {
      for await (const page of ports.signalPages({ buyerId, order: 'Date', period }, deadline)) {
        behind.push(...page.items);
        break;
      }
    }
    // Each batch of items of a long list has a result.
    shorter.push({ ...scan.result, listing: null });
    return accepted || (takesStill && stoodStill) ? { recent, behind, hidden: missing } : null;
  }

  return {
    async *sort(items: readonly ListedSignal[]): AsyncGenerator<Found, void> {
      const { news = [], rest = [] } = Object.groupBy(items, (item) => (isNews(item) ? 'news' : 'rest'));
      yield found(news, false);
      if (recentPeriod === null) return yield found(rest, isRestOld);
      const unknown = await selectUnknown(ports, rest);
      if (unknown.length === 0) return;
      const shown = yield* findRecent(recentPeriod);
      hasWithheld ||= shown === null;
      if (shown === null) return;
      const others = unknown.filter(({ id }) => !shown.recent.has(id));
      // Lists are ordered by date: recent signals that the shorter list hides are the first of the others.
      yield found(others.slice(0, shown.hidden), false);
      // If the period is shorter, signals that it does not show are old. If not, they are only hidden by upstream.
      yield found(others.slice(shown.hidden), !reachesAsFar(recentPeriod, period));
      late.push(...(await selectUnknown(ports, shown.behind)));
    },
    /** The longer list showed these behind an empty shorter one: they are neither sorted nor recorded. */
    late,
    shorter,
    hasWithheld: () => hasWithheld,
  };
}

export async function selectUnknown(
  { ledger }: PollPorts,
  items: readonly ListedSignal[],
): Promise<ListedSignal[]> {
  // A list that changes can show an item on two pages.
  const distinct = [...new Map(items.map((item) => [item.id, item])).values()];
  // A signal that was recorded while readable is not counted as unreadable later.
  const namesOf = ({ id, sameAs }: ListedSignal): string[] => (sameAs === undefined ? [id] : [id, sameAs]);
  const known = await ledger.signals.findKnown(distinct.flatMap(namesOf));
  return distinct.filter((item) => !namesOf(item).some((name) => known.has(name)));
}
