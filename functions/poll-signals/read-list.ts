import { hourMs, minuteMs } from '../../shared/domain/duration.ts';
import type { BuyerState } from '../../shared/domain/polling/buyer-state.ts';
import { isLongFailing, isPollDue } from '../../shared/domain/polling/due.ts';
import { listingPeriod } from '../../shared/domain/polling/window.ts';
import { isConcluded } from '../../shared/domain/upstream/service.ts';
import type { PollPorts } from './open-poll.ts';
import type { BuyerPoll, Found, ListedSignal, PollRequest } from './ports.ts';
import { type BuyerList, notScanned, type Scan, scanList } from './scan-list.ts';
import { openSorter, sortLate } from './sort-items.ts';

const longestBaselineMs = hourMs;

export async function chooseList(
  { ledger, clock }: PollPorts,
  { buyer, request }: BuyerPoll,
): Promise<BuyerList> {
  const isFirst = buyer.state === 'BASELINING';
  const isDoubted = buyer.deniedAt !== null || (isFirst && buyer.emptySince !== null);
  const service = isDoubted ? await ledger.upstream.read('lists') : null;
  const startedAt = clock.now();
  const { baselineSince } = buyer;
  return {
    buyerId: buyer.buyerId,
    // Signals that came while the list was empty may be as old as that.
    period: listingPeriod(buyer.lastCompleteAt ?? buyer.emptySince, startedAt),
    deadline: request.deadline,
    startedAt,
    service,
    isOverdue: baselineSince !== null && startedAt - baselineSince > longestBaselineMs,
    mayBeEmpty: service !== null && request.urgent === undefined && isConcluded(buyer, service),
    blames: isLongFailing(buyer, startedAt) ? 'nothing' : undefined,
    knownFingerprint: mayStopEarly(buyer, request, startedAt) ? buyer.fingerprint : null,
    knownList: isFirst ? null : buyer.listHash,
    result: notScanned,
    shorter: [],
    isComplete: false,
  };
}

/** A new signal may be behind an unchanged first page: only a poll without any cause of its own stops there. */
function mayStopEarly({ dueAt, failingSince }: BuyerState, { because }: PollRequest, now: number): boolean {
  return because === 'everyone' && failingSince === null && !isPollDue({ dueAt }, now);
}

/** A reading that breaks off keeps what it found: each finding is recorded before the next one is asked for. */
export async function* readList(
  ports: PollPorts,
  poll: BuyerPoll,
  list: BuyerList,
): AsyncGenerator<Found, void> {
  const { buyer, request } = poll;
  const { buyerId, period, startedAt } = list;
  const isFirst = buyer.state === 'BASELINING';
  const usual = listingPeriod(null, startedAt);
  const sorter = await openSorter(ports, buyer, list);
  async function* findIn(scan: Scan): AsyncGenerator<Found, void> {
    for await (const items of scanList(ports, scan)) {
      poll.isShown = true;
      poll.name ??= nameIn(items);
      yield* sorter.sort(items);
    }
  }
  try {
    yield* findIn(list);
    const { accepted, stoodStill, missing, servedAt } = list.result;
    // A longer list, as after a long pause, may hide what the usual one shows, and what is too old for it.
    if (!accepted && period !== usual) {
      yield* findIn({ ...list, period: usual, mayBeEmpty: true, knownFingerprint: null });
    }
    poll.isShown ||= missing !== undefined;
    if (servedAt !== undefined) await noteClock(ports, request, startedAt, servedAt);
    // Otherwise the period of an always inconsistent list would grow to two years.
    const mayLack = isFirst ? list.isOverdue : period === usual;
    list.shorter = sorter.shorter;
    list.isComplete = (accepted || (mayLack && stoodStill === true)) && !sorter.hasWithheld();
    if (list.isComplete) yield* sortLate(ports, buyer, list, sorter.late);
  } finally {
    const isBegun = isFirst && poll.isShown && !list.isComplete;
    if (isBegun && !request.dryRun && buyer.baselineSince === null) {
      await ports.ledger.buyers.beginBaseline(buyerId, startedAt);
    }
  }
}

function nameIn(items: readonly ListedSignal[]): string | null {
  const names = items.map(({ content }) => ('raw' in content ? null : content.buyerName));
  return names.find((name) => name !== null) ?? null;
}

/** A call takes less, and a proxy's clock is off by less. */
const mostOffMs = minuteMs;

/** `servedAt` is the `Date` of an answer that came after `startedAt`. */
async function noteClock(
  { ledger, clock, settings }: PollPorts,
  { dryRun }: PollRequest,
  startedAt: number,
  servedAt: number,
): Promise<void> {
  const offMs = Math.max(startedAt - servedAt, servedAt - clock.now());
  if (dryRun || offMs <= mostOffMs) return;
  const problem = `it is ${Math.round(offMs / 1000)} s ${servedAt < startedAt ? 'ahead of' : 'behind'} the service's`;
  // Trouble that comes back within two polls goes on.
  const gapMs = 2 * settings.everyMs + 5 * minuteMs;
  await ledger.troubles.note({ routeId: null, kind: 'clock-off', about: 'the clock', problem, gapMs });
}
