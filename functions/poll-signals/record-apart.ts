import type { Misfit } from '../../shared/domain/reading.ts';
import type { ListingPeriod } from '../../shared/domain/window.ts';
import type { ListedSignal, PollSignalsPorts } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { scanList } from './scan-list.ts';

/** Records what a first scan shows: what is recent to be sent, the rest as the baseline. */
export interface ApartRecorder {
  readonly onItems: (items: readonly ListedSignal[]) => Promise<void>;
  readonly shorter: {
    readings: number;
    misfit?: Misfit | undefined;
    missing?: number | undefined;
    stoodStill?: true | undefined;
  };
  /** Whether something was left unrecorded, since it could not be told whether it is recent. */
  readonly withheld: () => boolean;
}

export interface ApartRequest {
  readonly buyerId: string;
  readonly period: ListingPeriod;
  readonly recentPeriod: ListingPeriod;
  readonly deadline: number;
  /** Believes a shorter list that stands still although items are missing from it. */
  readonly takesStill: boolean;
}

/**
 * The signal's date is not in the answer, so upstream tells what is recent by a second, shorter list. It is read after
 * the pages that are to be told apart: a signal that arrives in between shows up in the second list, and is sent. Were
 * it read before, that signal would be taken for an old one and lost. Without an accepted second list nothing
 * old is recorded yet, since it could be recent.
 */
export function createApartRecorder(
  ports: PollSignalsPorts,
  recorder: Recorder,
  { buyerId, period, recentPeriod, deadline, takesStill }: ApartRequest,
): ApartRecorder {
  const shorter: ApartRecorder['shorter'] = { readings: 0 };
  let withheld = false;
  const write = (items: readonly ListedSignal[], isBaseline: boolean): Promise<void> =>
    recorder.writerFor({ mode: 'deep', period, firstTime: true, isBaseline: () => isBaseline })(items);

  const onItems = async (items: readonly ListedSignal[]): Promise<void> => {
    const unknown = await recorder.selectUnknown(items);
    if (unknown.length === 0) return;
    const recent = new Set<string>();
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
    shorter.readings += scan.readings;
    shorter.misfit ??= scan.misfit;
    shorter.missing ??= scan.missing;
    shorter.stoodStill ??= scan.stoodStill;
    if (!scan.accepted && !(takesStill && scan.stoodStill)) {
      withheld = true;
      return;
    }
    const old = unknown.filter(({ id }) => !recent.has(id));
    await write(old, true);
  };
  return { onItems, shorter, withheld: () => withheld };
}
