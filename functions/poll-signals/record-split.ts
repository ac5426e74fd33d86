import type { ScanMode } from '../../shared/domain/observation.ts';
import { type ListingPeriod, reachesAsFar } from '../../shared/domain/polling/window.ts';
import type { ListedSignal, PollSignalsPorts } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { type ScanResult, scanList } from './scan-list.ts';

/** Records what a scan shows: what is recent to be sent, the rest as the baseline. */
export interface SplitRecorder {
  readonly onItems: (items: readonly ListedSignal[]) => Promise<void>;
  /** Of all readings of the shorter list. */
  readonly shorter: Pick<ScanResult, 'misfit' | 'missing' | 'stoodStill'> & { readonly readings: number };
  /** Whether something was left unrecorded, since it could not be told whether it is recent. */
  readonly withheld: () => boolean;
}

export interface SplitRequest {
  readonly buyerId: string;
  readonly mode: ScanMode;
  readonly period: ListingPeriod;
  /** See `ScanKind`. */
  readonly firstTime: boolean;
  /** What it shows is recent; null where nothing is. */
  readonly recentPeriod: ListingPeriod | null;
  /** Everything else is sent, whatever the shorter list shows. */
  readonly mayBeOld: (item: ListedSignal) => boolean;
  readonly deadline: number;
  /** Believes a shorter list that stands still although items are missing from it. */
  readonly takesStill: boolean;
}

/** What came of a scan and of the shorter lists that it took to tell its items apart. */
export function withShorter(scan: ScanResult, split: SplitRecorder | null): ScanResult {
  if (split === null) return scan;
  return { ...split.shorter, ...scan, readings: scan.readings + split.shorter.readings };
}

/**
 * The signal's date is not in the answer, so upstream tells what is recent by a second, shorter list. It is read after
 * the pages that are to be told apart: a signal that arrives in between shows up in the second list, and is sent. Were
 * it read before, that signal would be taken for an old one and lost. Without an accepted second list nothing
 * old is recorded yet, since it could be recent.
 */
export function createSplitRecorder(
  ports: PollSignalsPorts,
  recorder: Recorder,
  { buyerId, mode, period, firstTime, recentPeriod, mayBeOld, deadline, takesStill }: SplitRequest,
): SplitRecorder {
  let shorter: SplitRecorder['shorter'] = { readings: 0 };
  let withheld = false;
  const write = (items: readonly ListedSignal[], isBaseline: boolean): Promise<void> =>
    recorder.writerFor({ mode, period, firstTime, isBaseline: () => isBaseline })(items);

  /** The ids of what is recent; null when that can't be told. */
  const sendRecent = async (): Promise<ReadonlySet<string> | null> => {
    const recent = new Set<string>();
    if (recentPeriod === null) return recent;
    const scan = await scanList(ports, {
      buyerId,
      period: recentPeriod,
      deadline,
      knownFingerprint: null,
      // At once: what is recent is no baseline, whatever becomes of the rest of this list.
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
    return scan.accepted || (takesStill && stoodStill) ? recent : null;
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
    // Of a shorter period, so what it does not show is old. Of one that is no shorter, it shows all but what upstream hides.
    const isOld = !reachesAsFar(recentPeriod, period);
    await write(
      doubtful.filter(({ id }) => !recent.has(id)),
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
