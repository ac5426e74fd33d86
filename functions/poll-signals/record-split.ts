import { type ListingPeriod, reachesAsFar } from '../../shared/domain/polling/window.ts';
import type { ListedSignal, PollPorts } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { type ScanResult, scanList } from './scan-list.ts';

export type SplitRecorder = ReturnType<typeof createSplitRecorder>;

interface SplitRequest {
  readonly buyerId: string;
  readonly period: ListingPeriod;
  /** Signals in a list of this period are recent. */
  readonly recentPeriod: ListingPeriod;
  readonly deadline: number;
  /** Accepts a shorter list that stands still, even if items are missing. */
  readonly takesStill: boolean;
}

/** The result of a scan, including that of its shorter lists. */
export function withShorter(scan: ScanResult, split: SplitRecorder | null): ScanResult {
  if (split === null) return scan;
  return { ...split.shorter, ...scan, readings: scan.readings + split.shorter.readings };
}

/**
 * Records the signals of a first scan, or those of a scan after a long pause that may be old: recent ones to send, the rest
 * as baseline.
 *
 * The answer has no signal dates, so a second list of a shorter period shows which signals are recent. It is read
 * after the pages that it sorts, so that a signal that arrives in between is in the second list and is sent; read
 * before them, the signal would count as old and be lost. Without an accepted second list no possibly old signal is
 * recorded yet, since it could be recent.
 */
export function createSplitRecorder(
  ports: PollPorts,
  recorder: Recorder,
  { buyerId, period, recentPeriod, deadline, takesStill }: SplitRequest,
) {
  /** The results of reading the shorter list. */
  let shorter: Pick<ScanResult, 'misfit' | 'missing' | 'stoodStill' | 'readings'> = { readings: 0 };
  let withheld = false;
  const late: ListedSignal[] = [];
  const write = (items: readonly ListedSignal[], baseline: boolean): Promise<void> =>
    recorder.record(items, { period, baseline });

  /**
   * Sends the recent signals. Returns their ids, how many more the list counts, and what was shown behind it; null if it was
   * not accepted.
   */
  const sendRecent = async () => {
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
    const { misfit, missing, stoodStill } = scan;
    shorter = {
      ...(misfit ? { misfit } : {}),
      ...(missing ? { missing } : {}),
      ...(stoodStill ? { stoodStill } : {}),
      ...shorter,
      readings: shorter.readings + scan.readings,
    };
    return scan.accepted || (takesStill && stoodStill) ? { recent, behind, hidden: missing ?? 0 } : null;
  };

  return {
    onItems: async (items: readonly ListedSignal[]): Promise<void> => {
      const unknown = await recorder.selectUnknown(items);
      if (unknown.length === 0) return;
      const shown = await sendRecent();
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
    get shorter() {
      return shorter;
    },
    /** Whether signals were left unrecorded because it is unknown whether they are recent. */
    withheld: () => withheld,
  };
}
