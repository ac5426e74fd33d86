import { isDue, regularAt } from '../../shared/domain/polling/due.ts';
import { createdEarlierMs, mayBeOld, type PastRule, pastRuleOf } from '../../shared/domain/polling/past.ts';
import { type ListingPeriod, listingPeriod } from '../../shared/domain/polling/window.ts';
import type { BuyerState } from '../../shared/domain/signals/recording.ts';
import type { PollOutcome, PollPorts, PollRequest } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { createSplitRecorder, withShorter } from './record-split.ts';
import { scanList } from './scan-list.ts';
import { tellPolled } from './tell-polled.ts';

/** Scans the list of a LIVE buyer. */
export async function pollLive(
  ports: PollPorts,
  recorder: Recorder,
  buyer: BuyerState,
  request: PollRequest,
): Promise<PollOutcome> {
  const startedAt = ports.clock.now();
  const { buyerId } = buyer;
  const { deadline, dryRun } = request;
  const period = listingPeriod(buyer.lastCompleteAt, startedAt);
  const before = { ...recorder.counts };
  const write = recorder.writerFor({ period, firstTime: false, isBaseline: () => false });
  const past = await pastOf(ports, buyer, period, startedAt);
  const split =
    past &&
    createSplitRecorder(ports, recorder, {
      ...{ buyerId, period, firstTime: false, deadline, takesStill: true },
      recentPeriod: past.recentPeriod,
      mayBeOld: (item) => mayBeOld(item, past),
    });
  const scan = await scanList(ports, {
    buyerId,
    period,
    deadline,
    knownFingerprint: mayStopEarly(buyer, request, startedAt) ? buyer.fingerprint : null,
    onItems: split?.onItems ?? write,
  });
  const isWithheld = split?.withheld() ?? false;
  // Otherwise the period of an always inconsistent list would grow to two years.
  const isTaken = (scan.accepted || scan.stoodStill === true) && !isWithheld;
  const completion = {
    startedAt,
    // An inconsistent list may only lag: the next scan must not stop at an unchanged first page.
    listing: scan.misfit === undefined ? scan.listing : null,
    notFound: scan.notFound,
    dueAt: scan.missing ? null : regularAt(buyerId, startedAt, ports.settings.allEveryMs),
  };
  // The 404s of a buyer that was never found are counted, until a list is shown.
  const isNews = !scan.isKnown || buyer.notFound > 0;
  if (isTaken && !dryRun && isNews) await ports.ledger.completeScan(buyer, completion);
  return tellPolled(ports, {
    buyerId,
    scan: withShorter(scan, split),
    accepted: scan.accepted && !isWithheld,
    isComplete: isTaken,
    counts: recorder.counts,
    before,
    isOverdue: false,
    isNotFound: false,
  });
}

/** A new signal may be behind an unchanged first page: only a poll without any cause of its own stops there. */
function mayStopEarly({ dueAt, failingSince }: BuyerState, { because }: PollRequest, now: number): boolean {
  return because === 'everyone' && failingSince === null && !isDue({ dueAt }, now);
}

async function pastOf(
  { settings: { firstRun }, ledger }: PollPorts,
  buyer: BuyerState,
  period: ListingPeriod,
  now: number,
): Promise<PastRule | null> {
  if (firstRun === 'send-all') return null;
  const rule = pastRuleOf(buyer, typeof firstRun === 'object' ? firstRun.sendLast : null, period, now);
  // A newcomer's signals are news from `newsSince` on, also those from before its first scan.
  const newsSince = rule && (await ledger.readNewsSince(buyer.buyerId));
  if (rule === null || newsSince === null) return rule;
  return { ...rule, before: Math.min(rule.before, newsSince - createdEarlierMs), undatedIsNew: true };
}
