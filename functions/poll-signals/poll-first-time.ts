import { clocksMs } from '../../shared/domain/clock.ts';
import { deepPeriod, type ListingPeriod, routinePeriod } from '../../shared/domain/polling/window.ts';
import type { BuyerState, ScanCompletion } from '../../shared/domain/signals/recording.ts';
import type { ListedSignal, PollOutcome, PollRequest, PollSettings, PollSignalsPorts } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { createSplitRecorder, withShorter } from './record-split.ts';
import { scanList } from './scan-list.ts';
import { tellPolled } from './tell-polled.ts';

/** A baseline that takes longer than this may swallow no more of what is new. */
const longestBaselineMs = 3_600_000;

/**
 * A buyer's first scan, a deep one: what it shows is the baseline, seen and not sent, unless the config says
 * otherwise, or the buyer appeared in a bridge that had been read through before: see ADR 0008. The buyer turns LIVE
 * once such a scan is accepted, or an hour after its list was first shown, when items are missing from it and it stands
 * still.
 */
export async function pollFirstTime(
  ports: PollSignalsPorts,
  recorder: Recorder,
  buyer: BuyerState,
  request: PollRequest,
): Promise<PollOutcome> {
  const { buyerId } = buyer;
  const { deadline, dryRun } = request;
  const startedAt = ports.clock.now();
  const before = { ...recorder.counts };
  const period = deepPeriod(buyer.lastCompleteAt, startedAt);
  const recentPeriod = recentPeriodOf(ports.settings, buyer, startedAt);
  const isBaseline = (): boolean => ports.settings.firstRun === 'baseline';
  const plain = recorder.writerFor({ mode: 'deep', period, firstTime: true, isBaseline });
  const split =
    recentPeriod &&
    createSplitRecorder(ports, recorder, {
      ...{ buyerId, mode: 'deep', period, firstTime: true, recentPeriod, deadline },
      mayBeOld: () => true,
      takesStill: isOverdue(buyer, startedAt),
    });
  const newsSince = await ports.readNewsSince(buyerId);
  const send = recorder.writerFor({ mode: 'deep', period, firstTime: true, isBaseline: () => false });
  let shown = false;
  const onItems = async (items: readonly ListedSignal[]): Promise<void> => {
    shown = true;
    const { news = [], past = [] } = Object.groupBy(items, (item) =>
      isNews(item, newsSince) ? 'news' : 'past',
    );
    await send(news);
    await (split ? split.onItems(past) : plain(past));
  };
  let isComplete = false;
  try {
    const scan = await scanList(ports, {
      buyerId,
      period,
      deadline,
      knownFingerprint: null,
      ...(dryRun ? {} : { resume: { mode: 'deep', cutOff: buyer.cutOff ?? false } }),
      onItems,
    });
    shown ||= scan.missing !== undefined;
    const isTaken = scan.accepted || (scan.stoodStill === true && isOverdue(buyer, startedAt));
    const accepted = isTaken && !split?.withheld();
    // What is counted and not shown fills no list.
    const isEmpty = scan.listed === (scan.missing ?? 0);
    const completion: ScanCompletion = {
      startedAt: scan.startedAt ?? startedAt,
      deep: true,
      listing: null,
      ...(isEmpty ? { emptyAt: buyer.baselineSince ?? scan.servedAt ?? startedAt } : {}),
    };
    isComplete = accepted && !dryRun && (await ports.completeScan(buyer, completion));
    const both = withShorter(scan, split);
    return tellPolled(ports, {
      buyerId,
      mode: 'deep',
      scan: both,
      accepted: accepted && both.missing === undefined,
      isComplete,
      counts: recorder.counts,
      before,
      isOverdue: isOverdue(buyer, startedAt) && !accepted,
    });
  } finally {
    if (!dryRun && !isComplete) {
      // A scan that went on from there would pass over what was left unrecorded.
      if (split?.withheld()) await ports.cutOffs?.dropCutOff(buyerId);
      if (shown && buyer.baselineSince === null) await ports.beginBaseline(buyerId, startedAt);
    }
  }
}

/** What does not say when it was created counts as news: it might be. */
function isNews({ createdAt }: ListedSignal, newsSince: number | null): boolean {
  return newsSince !== null && (createdAt === undefined || createdAt > newsSince - clocksMs);
}

/**
 * What of a first scan is sent. A list that can never be read as a whole would be a baseline for ever, and whatever is
 * new would be taken for a part of it: after a while what a routine scan would look at is sent.
 */
function recentPeriodOf(
  { firstRun }: Pick<PollSettings, 'firstRun'>,
  buyer: BuyerState,
  now: number,
): ListingPeriod | null {
  if (typeof firstRun === 'object') return firstRun.sendLast;
  if (firstRun === 'send-all' || !isOverdue(buyer, now)) return null;
  return routinePeriod(buyer.baselineSince, now);
}

function isOverdue({ baselineSince }: BuyerState, now: number): boolean {
  return baselineSince !== null && now - baselineSince > longestBaselineMs;
}
