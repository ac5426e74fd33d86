import { clocksMs, isoTime } from '../../shared/domain/clock.ts';
import { counted } from '../../shared/domain/counted.ts';
import { hourMs } from '../../shared/domain/duration.ts';
import { HttpStatusError } from '../../shared/domain/errors.ts';
import type { ScanCompletion } from '../../shared/domain/polling/buyer-state.ts';
import {
  afterFailure,
  isPollDue,
  isRefusalTold,
  isResting,
  regularAt,
  timesAfterRefusal,
  timesAfterUndecided,
} from '../../shared/domain/polling/due.ts';
import { isConcluded, isDenialOpen, isProvenEmpty } from '../../shared/domain/upstream/service.ts';
import type { PollPorts } from './open-poll.ts';
import type { BuyerPoll, RecordedSignal } from './ports.ts';
import type { BuyerList, ScanResult } from './scan-list.ts';

/** A newly empty list is asked for at each tick for so long. */
const provingMs = hourMs;

/**
 * A buyer turns LIVE when its first scan that shows something is accepted, or the emptiness of its list is proven;
 * or, an hour after its list was first read, when the list stands still although items are missing. Returns a
 * sentence on items that are missing; null for none.
 */
export async function endPoll(ports: PollPorts, poll: BuyerPoll, list: BuyerList): Promise<string | null> {
  const { ledger, observe } = ports;
  const { buyer, request, recorded } = poll;
  const { buyerId } = buyer;
  const { isComplete, result: scan } = list;
  const both = withShorter(list);
  const isFirst = buyer.state === 'BASELINING';
  // An empty list that stays empty may prove that it is.
  if (isComplete && !request.dryRun && (!scan.isKnown || isFirst)) {
    await ledger.buyers.completeScan(buyer, completionOf(ports, poll, list));
  }
  const { untaken: _, ...counts } = countSignals(recorded);
  observe({
    kind: 'buyer-polled',
    buyerId,
    accepted: isComplete && !both.missing,
    readings: both.readings,
    ...(both.misfit ? { misfit: both.misfit } : {}),
    ...(both.missing ? { missing: both.missing } : {}),
    ...(isFirst && scan.notFound ? { notFound: true } : {}),
    ...(isFirst && !isComplete && list.isOverdue ? { baselineOverdue: true } : {}),
    listed: both.listed,
    ...counts,
  });
  const shortfall = describeShortfall(both);
  if (!isComplete || shortfall !== null) {
    // Two readings showed the same pages, and lack the same items; or all of them, and rows of other buyers.
    const stoodStill = both.stoodStill === true || (scan.accepted && !both.missing);
    await postpone(ports, poll, { stoodStill, isShown: true });
    await noteInconsistent(ports, poll, shortfall);
  }
  if (shortfall !== null) observe({ kind: 'poll-failed', buyerId, problem: shortfall });
  return shortfall;
}

/** A problem of the shorter lists shows where the scan itself has none. */
function withShorter({ result, shorter }: BuyerList): ScanResult {
  const scans = [result, ...shorter];
  const readings = scans.reduce((sum, one) => sum + one.readings, 0);
  return Object.assign({}, ...scans.toReversed(), { readings });
}

function completionOf(
  { settings }: PollPorts,
  { buyer, name }: BuyerPoll,
  { startedAt, service, result }: BuyerList,
): ScanCompletion {
  const { servedAt, listed, listing, misfit, missing, strange, notFound } = result;
  const { buyerId, baselineSince } = buyer;
  // Items that are counted but not shown do not make a list non-empty.
  const isEmpty = listed === (missing ?? 0);
  const isProven = isEmpty && service !== null && isProvenEmpty(buyer, service);
  // The list is asked for again at the next ticks, so that its first signal is not taken for a part of its past.
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
    emptyAt: isEmpty ? (baselineSince ?? emptyAt(servedAt, startedAt)) : undefined,
    isProvenEmpty: isProven,
  };
}

/**
 * The clock that dates the rows counts: what comes while ours is wrong is news once it is set right. A time that ours
 * takes for the future would read as absent, and a list that stays empty would be empty for the first time at each poll.
 */
function emptyAt(servedAt: number | null | undefined, now: number): number {
  return Math.min(servedAt ?? now, now + clocksMs);
}

export function countSignals(recorded: readonly RecordedSignal[]) {
  return {
    recorded: recorded.length,
    baseline: recorded.filter(({ baseline }) => baseline).length,
    hot: recorded.filter(({ hot }) => hot).length,
    untaken: recorded.filter(({ baseline, isTaken }) => !baseline && !isTaken).length,
    unreadable: recorded.filter(({ bridgeId }) => bridgeId === null).length,
  };
}

/** Missing items may be new, and no reading finds them. Null if none is missing, and no row is of another buyer. */
function describeShortfall({ missing = 0, stoodStill, strange }: ScanResult): string | null {
  if (missing === 0)
    return strange === 0 ? null : `the list shows ${counted(strange, 'row')} of other buyers`;
  const found = `the list counts ${counted(missing, 'signal')} more than its pages show`;
  return stoodStill ? found : `${found}; it changed while it was read`;
}

/** Nobody needs to know of a list that just changed: one is noted that was inconsistent at each poll for an hour. */
async function noteInconsistent(
  { ledger, clock }: PollPorts,
  { buyer, request }: BuyerPoll,
  shortfall: string | null,
): Promise<void> {
  const { buyerId, failingSince } = buyer;
  if (request.dryRun || failingSince === null || clock.now() - failingSince < hourMs) return;
  const problem = shortfall ?? 'its list kept changing while it was read';
  const trouble = { kind: 'list-inconsistent', about: `buyer ${buyerId}`, problem } as const;
  await ledger.troubles.note({ routeId: null, ...trouble, gapMs: 25 * hourMs });
}

/** A denial (401, 403, 404) concludes nothing: the next one does, if the service shows other lists in between. */
export async function failPoll(
  ports: PollPorts,
  poll: BuyerPoll,
  error: unknown,
  problem: string,
): Promise<void> {
  const { buyer, request, isShown } = poll;
  const { ledger, observe, clock } = ports;
  const { buyerId } = buyer;
  const failed = { kind: 'poll-failed', buyerId, problem } as const;
  const trouble = { routeId: null, kind: 'poll-failed', about: `buyer ${buyerId}`, problem } as const;
  const now = clock.now();
  const isDenied = error instanceof HttpStatusError && [401, 403, 404].includes(error.status) && !isShown;
  if (!isDenied || request.dryRun || request.urgent) {
    observe(failed);
    if (!request.dryRun) await ledger.troubles.note(trouble);
    return postpone(ports, poll, { stoodStill: false, isShown });
  }
  if (error.status === 401) await ports.askOthers(buyerId, request.deadline);
  const lists = await ledger.upstream.read('lists');
  const shownAt = Math.max(lists.shownAt, ports.shown()?.shownAt ?? 0);
  // A buyer that rests was refused before. This try was by hand, or since the service is back.
  const isOpen = isDenialOpen(buyer);
  const isRefused =
    error.status !== 404 && (isResting(buyer, now) || (isOpen && isConcluded(buyer, { shownAt })));
  if (!isRefused) {
    observe({ kind: 'poll-undecided', buyerId, problem });
    await ledger.troubles.note(trouble);
    const isEmptied = error.status === 404 && buyer.state === 'BASELINING' && buyer.baselineSince === null;
    const denial = {
      deniedAt: (isOpen || error.status === 404 ? buyer.deniedAt : null) ?? now,
      ...(isEmptied ? { emptySince: buyer.emptySince ?? emptyAt(error.servedAt, now) } : {}),
    };
    return ledger.buyers.postpone(buyer, timesAfterUndecided(buyer, now), { denial });
  }
  // Such a try does not extend the rest, and only the person who asked for it is told again.
  const longer = isResting(buyer, now) ? null : timesAfterRefusal(buyer, now);
  if (longer !== null) await ledger.buyers.postpone(buyer, longer, { denial: { deniedAt: now } });
  const { dueAt } = longer ?? buyer;
  const isTold = request.byHand || (longer !== null && isRefusalTold(longer));
  if (isTold && dueAt !== null) observe({ ...failed, nextTryAt: isoTime(dueAt) });
}

/** Writes nothing if the buyer is known to fail and due already. */
async function postpone(
  { ledger, clock, settings }: PollPorts,
  { buyer, request }: BuyerPoll,
  { stoodStill, isShown }: { readonly stoodStill: boolean; readonly isShown: boolean },
): Promise<void> {
  const now = clock.now();
  const next = afterFailure(buyer, now, stoodStill ? settings.allEveryMs : 0);
  const isKnown =
    buyer.failingSince !== null && buyer.refusals === 0 && (buyer.deniedAt === null || !isShown);
  if (request.dryRun || (isKnown && next.dueAt <= now && isPollDue(buyer, now))) return;
  await ledger.buyers.postpone(buyer, next, { isShown });
}
