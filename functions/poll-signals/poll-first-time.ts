import { regularAt } from '../../shared/domain/polling/due.ts';
import { createdEarlierMs } from '../../shared/domain/polling/past.ts';
import { type ListingPeriod, listingPeriod, routinePeriod } from '../../shared/domain/polling/window.ts';
import type { BuyerState, ScanCompletion } from '../../shared/domain/signals/recording.ts';
import type { ListedSignal, PollOutcome, PollPorts, PollRequest, PollSettings } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { createSplitRecorder, withShorter } from './record-split.ts';
import { scanList } from './scan-list.ts';
import { tellPolled } from './tell-polled.ts';

/** After this long, an incomplete baseline takes in no more new signals. */
const longestBaselineMs = 3_600_000;

/**
 * A buyer's first scan. Its signals are the baseline, recorded but not sent, unless the config says
 * otherwise or the buyer is a newcomer in a bridge that was already read: see ADR 0008. The buyer turns LIVE when such
 * a scan is accepted; or, an hour after its list was first read, when the list stands still although items are
 * missing.
 */
export async function pollFirstTime(
  ports: PollPorts,
  recorder: Recorder,
  buyer: BuyerState,
  request: PollRequest,
): Promise<PollOutcome> {
  const { buyerId } = buyer;
  const { deadline, dryRun } = request;
  const startedAt = ports.clock.now();
  const before = { ...recorder.counts };
  const period = listingPeriod(buyer.lastCompleteAt, startedAt);
  const recentPeriod = recentPeriodOf(ports.settings, buyer, startedAt);
  const isBaseline = (): boolean => ports.settings.firstRun === 'baseline';
  const plain = recorder.writerFor({ period, firstTime: true, isBaseline });
  const split =
    recentPeriod &&
    createSplitRecorder(ports, recorder, {
      ...{ buyerId, period, firstTime: true, recentPeriod, deadline },
      mayBeOld: () => true,
      takesStill: isOverdue(buyer, startedAt),
    });
  const newsSince = await ports.ledger.readNewsSince(buyerId);
  const send = recorder.writerFor({ period, firstTime: true, isBaseline: () => false });
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
      onItems,
    });
    shown ||= scan.missing !== undefined;
    const isTaken = scan.accepted || (scan.stoodStill === true && isOverdue(buyer, startedAt));
    const accepted = isTaken && !split?.withheld();
    // Items that are counted but not shown do not make a list non-empty.
    const isEmpty = scan.listed === (scan.missing ?? 0);
    const completion: ScanCompletion = {
      startedAt,
      servedAt: scan.servedAt,
      listing: null,
      dueAt: scan.missing ? null : regularAt(buyerId, startedAt, ports.settings.allEveryMs),
      notFound: scan.notFound,
      ...(isEmpty ? { emptyAt: buyer.baselineSince ?? scan.servedAt ?? startedAt } : {}),
    };
    isComplete = accepted;
    if (accepted && !dryRun) await ports.ledger.completeScan(buyer, completion);
    const both = withShorter(scan, split);
    return tellPolled(ports, {
      buyerId,
      scan: both,
      accepted: accepted && both.missing === undefined,
      isComplete,
      counts: recorder.counts,
      before,
      isOverdue: isOverdue(buyer, startedAt) && !accepted,
      isNotFound: scan.notFound === true,
    });
  } finally {
    if (!dryRun && !isComplete && shown && buyer.baselineSince === null) {
      await ports.ledger.beginBaseline(buyerId, startedAt);
    }
  }
}

/** A signal that can't be dated counts as news: it might be. */
function isNews({ createdAt }: ListedSignal, newsSince: number | null): boolean {
  return newsSince !== null && (createdAt === undefined || createdAt > newsSince - createdEarlierMs);
}

/**
 * The period of signals that a first scan sends; null for none. A list that can never be read completely would stay a
 * baseline forever and take in every new signal. So after a while the signals of a routine scan's period are sent.
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
