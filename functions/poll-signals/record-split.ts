import { type ListingPeriod, reachesAsFar } from '../../shared/domain/polling/window.ts';
import type { ListedSignal, PollPorts } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { type ScanResult, scanList } from './scan-list.ts';

/** Records the signals of a scan: recent ones to send, the rest as baseline. */
export interface SplitRecorder {
  readonly onItems: (items: readonly ListedSignal[]) => Promise<void>;
  /** The results of reading the shorter list. */
  readonly shorter: Pick<ScanResult, 'misfit' | 'missing' | 'stoodStill'> & { readonly readings: number };
  /** Whether signals were left unrecorded because it is unknown whether they are recent. */
  readonly withheld: () => boolean;
}

export interface SplitRequest {
  readonly buyerId: string;
  readonly period: ListingPeriod;
  /** See `ScanKind`. */
  readonly firstTime: boolean;
  /** Signals in a list of this period are recent; null if none are. */
  readonly recentPeriod: ListingPeriod | null;
  /** All other signals are sent, whatever the shorter list shows. */
  readonly mayBeOld: (item: ListedSignal) => boolean;
  readonly deadline: number;
  /** Accepts a shorter list that stands still, even if items are missing. */
  readonly takesStill: boolean;
}

/** What a list of recent signals showed. */
interface Recent {
  readonly ids: ReadonlySet<string>;
  /** How many signals it counted and never showed. */
  readonly hidden: number;
}

/** The result of a scan, including that of its shorter lists. */
export function withShorter(scan: ScanResult, split: SplitRecorder | null): ScanResult {
  if (split === null) return scan;
  return { ...split.shorter, ...scan, readings: scan.readings + split.shorter.readings };
}

/**
 * The answer has no signal dates, so a second list of a shorter period shows which signals are recent. It is read
 * after the pages that it sorts, so that a signal that arrives in between is in the second list and is sent; read
 * before them, the signal would count as old and be lost. Without an accepted second list no possibly old signal is
 * recorded yet, since it could be recent.
 */
export function createSplitRecorder(
  ports: PollPorts,
  recorder: Recorder,
  { buyerId, period, firstTime, recentPeriod, mayBeOld, deadline, takesStill }: SplitRequest,
): SplitRecorder {
  let shorter: SplitRecorder['shorter'] = { readings: 0 };
  let withheld = false;
  const write = (items: readonly ListedSignal[], baseline: boolean): Promise<void> =>
    recorder.record(items, { period, firstTime, baseline });

  /** Sends the recent signals and returns their ids; null if the shorter list was not accepted. */
  const sendRecent = async (): Promise<Recent | null> => {
    const recent = new Set<string>();
    if (recentPeriod === null) return { ids: recent, hidden: 0 };
    const scan = await scanList(ports, {
      buyerId,
      period: recentPeriod,
      deadline,
      knownFingerprint: null,
      // At once: recent signals are never baseline, even if the rest of this list fails.
      onItems: async (shown) => {
        for (const { id } of shown) recent.add(id);
        await write(shown, false);
      },
    });
    const { misfit, missing, stoodStill } = scan;
    shorter = {
      ...(misfit ? { misfit } : {}),
      ...(missing ? { missing } : {}),
      ...(stoodStill ? { stoodStill } : {}),
      ...shorter,
      readings: shorter.readings + scan.readings,
    };
    // A first run sends what is recent for certain: nobody misses one of its signals, which were all there before.
    const hidden = firstTime ? 0 : (missing ?? 0);
    return scan.accepted || (takesStill && stoodStill) ? { ids: recent, hidden } : null;
  };

  const onItems = async (items: readonly ListedSignal[]): Promise<void> => {
    const unknown = await recorder.selectUnknown(items);
    const { doubtful = [], news = [] } = Object.groupBy(unknown, (item) =>
      mayBeOld(item) ? 'doubtful' : 'news',
    );
    if (news.length > 0) await write(news, false);
    if (doubtful.length === 0) return;
    const recent = await sendRecent();
    if (recent === null) {
      withheld = true;
      return;
    }
    // If the period is shorter, signals that it does not show are old. If not, they are only hidden by upstream.
    const isOld = !reachesAsFar(recentPeriod, period);
    const others = doubtful.filter(({ id }) => !recent.ids.has(id));
    // The shorter list may count signals that it never shows: these may be among them.
    const hidden = new Set(others.toSorted(newestFirst).slice(0, recent.hidden));
    if (hidden.size > 0) await write([...hidden], false);
    await write(
      others.filter((item) => !hidden.has(item)),
      isOld,
    );
  };
  return {
    onItems,
    get shorter() {
      return shorter;
    },
    withheld: () => withheld,
  };
}

function newestFirst(one: ListedSignal, other: ListedSignal): number {
  return (other.changedAt ?? 0) - (one.changedAt ?? 0);
}
