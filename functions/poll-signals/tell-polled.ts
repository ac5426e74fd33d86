import type { PollOutcome, PollPorts } from './ports.ts';
import type { Recorder } from './record-new.ts';
import { type ScanResult, tellShortfall } from './scan-list.ts';

export interface PolledList {
  readonly buyerId: string;
  /** Including its shorter lists. */
  readonly scan: ScanResult;
  readonly accepted: boolean;
  /** Nothing more is to be read of it now. */
  readonly isComplete: boolean;
  /** The buyer's counts now, and before the scan. */
  readonly counts: Recorder['counts'];
  readonly before: Recorder['counts'];
  /** The buyer's first scan should have been complete long ago. */
  readonly isOverdue: boolean;
  /** The API does not know the buyer, and never did. */
  readonly isNotFound: boolean;
}

/** Reports a list that was read to its end, and returns the outcome of its poll. */
export function tellPolled({ observe }: Pick<PollPorts, 'observe'>, list: PolledList): PollOutcome {
  const { buyerId, scan, accepted, counts, before } = list;
  observe({
    kind: 'buyer-polled',
    buyerId,
    accepted,
    readings: scan.readings,
    ...(scan.misfit ? { misfit: scan.misfit } : {}),
    ...(scan.missing ? { missing: scan.missing } : {}),
    ...(list.isNotFound ? { notFound: true } : {}),
    ...(list.isOverdue ? { baselineOverdue: true } : {}),
    listed: scan.listed,
    recorded: counts.recorded - before.recorded,
    baseline: counts.baseline - before.baseline,
    hot: counts.hot - before.hot,
    unreadable: counts.unreadable - before.unreadable,
  });
  return { isComplete: list.isComplete && !scan.missing, shortfall: tellShortfall(scan) };
}
