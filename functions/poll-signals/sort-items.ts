import { type ListingPeriod, reachesAsFar } from '../../shared/domain/polling/window.ts';
import type { ListedSignal, PollPorts } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { type ScanRequest, type ScanResult, scanList } from './scan-list.ts';

/** What of a list is sent. */
interface Sorting {
  /** Whether its row says so. */
  readonly isNews: (item: ListedSignal) => boolean;
  /** Of the rest, signals in a list of this period are recent, and sent. null if none is read. */
  readonly recentPeriod: ListingPeriod | null;
  /** Accepts a shorter list that stands still, even if items are missing. */
  readonly takesStill: boolean;
  /** Whether the rest is baseline where no shorter list is read. */
  readonly isRestOld: boolean;
}

/** The result of a scan, with what was wrong with its shorter lists where it says nothing itself. */
export function withShorter(scan: ScanResult, shorter: readonly ScanResult[]): ScanResult {
  const scans = [scan, ...shorter];
  const readings = scans.reduce((sum, one) => sum + one.readings, 0);
  return Object.assign({}, ...scans.toReversed(), { readings });
}

/**
 * Records the signals of a list: news to send, and the rest as baseline.
 *
 * The answer has no signal dates, so in a first scan, and in one after a long pause, a second list of a shorter period
 * shows which of the rest are recent. It is read after the pages that it sorts, so that a signal that arrives in between
 * is in the second list and is sent; read before them, the signal would count as old and be lost. Without an accepted
 * second list no possibly old signal is recorded yet, since it could be recent.
 */
export function createSorter(
  ports: PollPorts,
  recorder: Recorder,
  { buyerId, period, deadline }: Pick<ScanRequest, 'buyerId' | 'period' | 'deadline'>,
  { isNews, recentPeriod, takesStill, isRestOld }: Sorting,
) {
  const shorter: ScanResult[] = [];
  let withheld = false;
  const late: ListedSignal[] = [];
  const write = (items: readonly ListedSignal[], baseline: boolean): Promise<void> =>
    recorder.record(items, { period, baseline });

  /**
   * Sends the recent signals. Returns their ids, how many more the list counts, and what was shown behind it; null if it was
   * not accepted.
   */
  const sendRecent = async (recentPeriod: ListingPeriod) => {
    const recent = new Set<string>();
    const scan = await scanList(ports, {
      ...{ buyerId, deadline, period: recentPeriod, knownFingerprint: null, knownList: null },
      mayBeEmpty: true,
      // At once: recent signals are never baseline, even if the rest of this list fails.
      onItems: async (shown) => {
        for (const { id } of shown) recent.add(id);
        await write(shown, false);
      },
    });
    const behind: ListedSignal[] = [];
    // The service knows no recent signal of the buyer only if it shows the longer list behind it. Throws if it does not.
    if (scan.notFound) {
      for await (const page of ports.signalPages({ buyerId, order: 'Date', period }, deadline)) {
        behind.push(...page.items);
        break;
      }
    }
    // Of a long list, each batch of items has a result.
    shorter.push({ ...scan, listing: null });
    const isTaken = scan.accepted || (takesStill && scan.stoodStill);
    return isTaken ? { recent, behind, hidden: scan.missing ?? 0 } : null;
  };

  return {
    onItems: async (items: readonly ListedSignal[]): Promise<void> => {
      const { news = [], rest = [] } = Object.groupBy(items, (item) => (isNews(item) ? 'news' : 'rest'));
      await write(news, false);
      if (recentPeriod === null) return write(rest, isRestOld);
      const unknown = await recorder.selectUnknown(rest);
      if (unknown.length === 0) return;
      const shown = await sendRecent(recentPeriod);
      withheld ||= shown === null;
      if (shown === null) return;
      const others = unknown.filter(({ id }) => !shown.recent.has(id));
      // Lists are ordered by date: recent signals that the shorter list hides are the first of the others.
      await write(others.slice(0, shown.hidden), false);
      // If the period is shorter, signals that it does not show are old. If not, they are only hidden by upstream.
      await write(others.slice(shown.hidden), !reachesAsFar(recentPeriod, period));
      late.push(...(await recorder.selectUnknown(shown.behind)));
    },
    /** What the longer list showed behind an empty shorter one, and neither was sorted nor is recorded. */
    late,
    /** The results of reading the shorter list. */
    shorter,
    /** Whether signals were left unrecorded because it is unknown whether they are recent. */
    withheld: () => withheld,
  };
}
