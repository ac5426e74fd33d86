import type { ScanMode } from '../../shared/domain/observation.ts';
import { createdEarlierMs, mayBeOld, type PastRule, pastRuleOf } from '../../shared/domain/polling/past.ts';
import {
  deepPeriod,
  isDeepScanDue,
  type ListingPeriod,
  routinePeriod,
} from '../../shared/domain/polling/window.ts';
import type { BuyerState } from '../../shared/domain/signals/recording.ts';
import type { PollOutcome, PollPorts, PollRequest } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { createSplitRecorder, withShorter } from './record-split.ts';
import { scanList } from './scan-list.ts';
import { tellPolled } from './tell-polled.ts';

/** Scans the list of a LIVE buyer: its routine period, and once a day a longer one. */
export async function pollLive(
  ports: PollPorts,
  recorder: Recorder,
  buyer: BuyerState,
  request: PollRequest,
): Promise<PollOutcome> {
  const { buyerId } = buyer;
  const now = ports.clock.now();
  const routine = routinePeriod(buyer.lastCompleteAt, now);
  const inWindow = await scanAndComplete(ports, recorder, buyer, 'routine', routine, request);
  if (!isDeepScanDue(buyerId, buyer.lastDeepAt, now)) return inWindow;
  // Routine first, so that new signals in the deep scan are those that only it could find.
  const after = request.dryRun ? buyer : await ports.ledger.readBuyer(buyerId);
  const deep = deepPeriod(buyer.lastCompleteAt, now);
  const inAll = await scanAndComplete(ports, recorder, after, 'deep', deep, request);
  return {
    isComplete: inWindow.isComplete && inAll.isComplete,
    shortfall: inAll.shortfall ?? inWindow.shortfall,
  };
}

async function scanAndComplete(
  ports: PollPorts,
  recorder: Recorder,
  buyer: BuyerState,
  mode: ScanMode,
  period: ListingPeriod,
  request: PollRequest,
): Promise<PollOutcome> {
  const startedAt = ports.clock.now();
  const { buyerId } = buyer;
  const { deadline, dryRun } = request;
  const before = { ...recorder.counts };
  const write = recorder.writerFor({ mode, period, firstTime: false, isBaseline: () => false });
  const past = await pastOf(ports, buyer, period, startedAt);
  const split =
    past &&
    createSplitRecorder(ports, recorder, {
      ...{ buyerId, mode, period, firstTime: false, deadline, takesStill: true },
      recentPeriod: past.recentPeriod,
      mayBeOld: (item) => mayBeOld(item, past),
    });
  const scan = await scanList(ports, {
    buyerId,
    period,
    deadline,
    knownFingerprint: mode === 'routine' && !request.whole ? buyer.fingerprint : null,
    ...(dryRun ? {} : { resume: { mode, cutOff: buyer.cutOff ?? false } }),
    onItems: split?.onItems ?? write,
  });
  const isWithheld = split?.withheld() ?? false;
  // A resumed scan would skip the signals that were left unrecorded.
  if (isWithheld && !dryRun) await ports.ledger.dropCutOff(buyerId);
  // Otherwise an always inconsistent list would get a deep scan at each tick, and its period would grow to two years.
  const isTaken = scan.accepted || (mode === 'deep' && scan.stoodStill === true);
  const isComplete =
    isTaken &&
    !isWithheld &&
    !dryRun &&
    (await ports.ledger.completeScan(buyer, {
      startedAt: scan.startedAt ?? startedAt,
      deep: mode === 'deep',
      // An inconsistent list may only lag: the next scan must not stop at an unchanged first page.
      listing: mode === 'routine' && scan.misfit === undefined ? scan.listing : null,
    }));
  return tellPolled(ports, {
    buyerId,
    mode,
    scan: withShorter(scan, split),
    accepted: scan.accepted && !isWithheld,
    isComplete,
    counts: recorder.counts,
    before,
    isOverdue: false,
  });
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
