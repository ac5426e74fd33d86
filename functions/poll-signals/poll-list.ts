import type { BuyerState, ScanCompletion } from '../../shared/domain/polling/buyer-state.ts';
import { isDue, isLongFailing, regularAt } from '../../shared/domain/polling/due.ts';
import { type ListingPeriod, listingPeriod } from '../../shared/domain/polling/window.ts';
import { isConcluded, isProvenEmpty, type ShownList } from '../../shared/domain/upstream/service.ts';
import { noteClock } from './note-troubles.ts';
import { findPast, isCreatedSince, isOld } from './past.ts';
import type { PollSettings } from './poll-settings.ts';
import type { ListedSignal, PollPorts, PollRequest } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { type ScanRequest, type ScanResult, scanList, tellShortfall } from './scan-list.ts';
import { createSorter, withShorter } from './sort-items.ts';

/** After this long, an incomplete baseline takes in no more new signals. */
const longestBaselineMs = 3_600_000;
/** A list that is newly empty is asked for at each tick for so long. */
const provingMs = 3_600_000;

interface Scan {
  readonly buyerId: string;
  readonly period: ListingPeriod;
  readonly startedAt: number;
  readonly deadline: number;
}

/**
 * Reads a buyer's list, records what is new, and stores when the list was complete. A buyer turns LIVE when its first
 * scan that shows something is accepted, or the emptiness of its list is proven; or, an hour after its list was first read,
 * when the list stands still although items are missing.
 */
export async function pollList(
  ports: PollPorts,
  recorder: Recorder,
  buyer: BuyerState,
  request: PollRequest,
) {
  const { buyerId } = buyer;
  const { deadline, dryRun } = request;
  const isDoubted = buyer.deniedAt !== null || (buyer.state === 'BASELINING' && buyer.emptySince !== null);
  const service = isDoubted ? await ports.ledger.upstream.read('lists') : null;
  const startedAt = ports.clock.now();
  // What came while its list was empty may be as old as that.
  const period = listingPeriod(buyer.lastCompleteAt ?? buyer.emptySince, startedAt);
  const isFirst = buyer.state === 'BASELINING';
  const openSorter = isFirst ? openBaseline : openNews;
  const sorter = await openSorter(ports, recorder, buyer, { buyerId, period, startedAt, deadline });
  let isComplete = false;
  let name: string | null = null;
  try {
    const list: ScanRequest = {
      ...{ buyerId, period, deadline },
      mayBeEmpty: service !== null && request.urgent === undefined && isConcluded(buyer, service),
      blames: isLongFailing(buyer, startedAt) ? 'nothing' : undefined,
      knownFingerprint: mayStopEarly(buyer, request, startedAt) ? buyer.fingerprint : null,
      knownList: isFirst ? null : buyer.listHash,
      onItems: (items) => {
        recorder.isShown = true;
        name ??= nameIn(items);
        return sorter.onItems(items);
      },
    };
    const scan = await scanList(ports, list);
    const usual = listingPeriod(null, startedAt);
    // A longer list, as after a long pause, may hide what the usual one shows, and what is too old for it.
    if (!scan.accepted && period !== usual)
      await scanList(ports, { ...list, period: usual, mayBeEmpty: true, knownFingerprint: null });
    recorder.isShown ||= scan.missing !== undefined;
    if (scan.servedAt !== undefined) await noteClock(ports, request, startedAt, scan.servedAt);
    // Otherwise the period of an always inconsistent list would grow to two years.
    const mayLack = isFirst ? isOverdue(buyer, startedAt) : period === usual;
    isComplete = (scan.accepted || (mayLack && scan.stoodStill === true)) && !sorter.withheld();
    if (isComplete) await sorter.recordLate?.();
    // An empty list that stays empty may prove that it is.
    if (isComplete && !dryRun && (!scan.isKnown || isFirst)) {
      await ports.ledger.buyers.completeScan(
        buyer,
        completionOf(ports, buyer, scan, { startedAt, name, service }),
      );
    }
    const both = withShorter(scan, sorter.shorter);
    const { untaken: _, ...counts } = recorder.counts;
    ports.observe({
      ...{ kind: 'buyer-polled', buyerId, accepted: isComplete && !both.missing, readings: both.readings },
      ...(both.misfit ? { misfit: both.misfit } : {}),
      ...(both.missing ? { missing: both.missing } : {}),
      ...(isFirst && scan.notFound ? { notFound: true } : {}),
      ...(isFirst && !isComplete && isOverdue(buyer, startedAt) ? { baselineOverdue: true } : {}),
      listed: both.listed,
      ...counts,
    });
    const shortfall = tellShortfall(both);
    return {
      /** Its list was read completely, or its first page is unchanged. */
      isComplete: isComplete && shortfall === null,
      shortfall,
      /** Two readings showed the same pages, and lack the same items; or all of them, and rows of other buyers. */
      stoodStill: both.stoodStill === true || (scan.accepted && !both.missing),
    };
  } finally {
    if (isFirst && !dryRun && !isComplete && recorder.isShown && buyer.baselineSince === null) {
      await ports.ledger.buyers.beginBaseline(buyerId, startedAt);
    }
  }
}

function nameIn(items: readonly ListedSignal[]): string | null {
  const names = items.map(({ content }) => ('raw' in content ? null : content.buyerName));
  return names.find((name) => name !== null) ?? null;
}

function completionOf(
  { settings }: PollPorts,
  buyer: BuyerState,
  { servedAt, listed, listing, misfit, missing, strange, notFound }: ScanResult,
  poll: { readonly startedAt: number; readonly name: string | null; readonly service: ShownList | null },
): ScanCompletion {
  const { startedAt, name, service } = poll;
  const { buyerId, baselineSince } = buyer;
  // Items that are counted but not shown do not make a list non-empty.
  const isEmpty = listed === (missing ?? 0);
  const isProven = isEmpty && service !== null && isProvenEmpty(buyer, service);
  // Asked again at the next ticks, so that its first signal is not taken for a part of its past.
  const isNewlyEmpty =
    isEmpty &&
    !isProven &&
    buyer.state === 'BASELINING' &&
    startedAt - (buyer.emptySince ?? startedAt) < provingMs;
  return {
    startedAt,
    servedAt,
    notFound,
    shown: { name, listed },
    firstRun: settings.firstRunNow,
    // An inconsistent list may only lag: the next scan must not stop at an unchanged first page.
    listing: misfit === undefined ? listing : null,
    dueAt:
      missing || strange
        ? null
        : isNewlyEmpty
          ? startedAt
          : regularAt(buyerId, startedAt, settings.allEveryMs),
    emptyAt: isEmpty ? (baselineSince ?? servedAt ?? startedAt) : undefined,
    isProvenEmpty: isProven,
  };
}

/**
 * The signals of a first scan are the baseline, recorded but not sent, unless the config says otherwise or the buyer is
 * a newcomer in a bridge that was already read: see ADR 0008.
 */
async function openBaseline(ports: PollPorts, recorder: Recorder, buyer: BuyerState, scan: Scan) {
  const { buyerId, startedAt } = scan;
  const newcomerSince = await ports.ledger.rosters.readNewsSince(buyerId);
  let { emptySince } = buyer;
  const sorter = createSorter(ports, recorder, scan, {
    isNews: (item) => {
      const since = Math.min(newcomerSince ?? Infinity, emptySince ?? Infinity);
      return isCreatedSince(item, since, newcomerSince !== null);
    },
    recentPeriod: firstPeriod(ports.settings, buyer, startedAt),
    takesStill: isOverdue(buyer, startedAt),
    isRestOld: ports.settings.firstRun === 'baseline',
  });
  const onItems = async (items: readonly ListedSignal[]): Promise<void> => {
    // Another first scan may have ended since. What it did not show is news, and as baseline it would never be sent.
    const now = await ports.ledger.buyers.read(buyerId);
    if (now.state === 'LIVE') return (await openNews(ports, recorder, now, scan)).onItems(items);
    emptySince = now.emptySince;
    return sorter.onItems(items);
  };
  /** What is unknown beside a complete list came since it was read: the next poll would take it for news. */
  const recordLate = async (): Promise<void> => {
    if (sorter.late.length === 0) return;
    const news = await openNews(ports, recorder, { ...buyer, baselineAt: startedAt }, scan);
    await news.onItems(sorter.late);
  };
  return { ...sorter, onItems, recordLate };
}

/**
 * The period of signals that a first scan sends; null for none. A list that can never be read completely would stay a
 * baseline forever and take in every new signal. So after a while the signals of the API's own period, a month, are sent.
 * Once a list was empty, its rows' times say what is new.
 */
function firstPeriod({ firstRun }: PollSettings, buyer: BuyerState, now: number): ListingPeriod | null {
  if (typeof firstRun === 'object') return firstRun.sendLast;
  if (firstRun === 'send-all' || buyer.emptySince !== null || !isOverdue(buyer, now)) return null;
  return listingPeriod(buyer.baselineSince, now, 'LastOneMonths');
}

function isOverdue({ baselineSince }: BuyerState, now: number): boolean {
  return baselineSince !== null && now - baselineSince > longestBaselineMs;
}

/** The unknown signals of a LIVE buyer are news, but for those that are older than its baseline. */
async function openNews(ports: PollPorts, recorder: Recorder, buyer: BuyerState, scan: Scan) {
  const { firstRun } = ports.settings;
  const sendLast = typeof firstRun === 'object' ? firstRun.sendLast : null;
  const past = firstRun === 'send-all' ? null : findPast(buyer, sendLast, scan.period, scan.startedAt);
  // A newcomer's signals are news from `newsSince` on, also those from before its first scan.
  const newsSince = past === null ? null : await ports.ledger.rosters.readNewsSince(scan.buyerId);
  const sorter = createSorter(ports, recorder, scan, {
    isNews: (item) =>
      past === null ||
      !isOld(item, past.before) ||
      (newsSince !== null && isCreatedSince(item, newsSince, true)),
    recentPeriod: past?.newsPeriod ?? null,
    takesStill: true,
    isRestOld: true,
  });
  return { ...sorter, recordLate: null };
}

/** A new signal may be behind an unchanged first page: only a poll without any cause of its own stops there. */
function mayStopEarly({ dueAt, failingSince }: BuyerState, { because }: PollRequest, now: number): boolean {
  return because === 'everyone' && failingSince === null && !isDue({ dueAt }, now);
}
