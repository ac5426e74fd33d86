import { isOutOfTime } from '../../shared/domain/errors.ts';
import type { ScanMode } from '../../shared/domain/observation.ts';
import type { ReadPage } from '../../shared/domain/polling/reading.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { CutOffScan } from '../../shared/domain/signals/recording.ts';
import type { PollPorts } from './ports.ts';

export interface ResumableScan {
  readonly buyerId: string;
  readonly period: ListingPeriod;
  /** Absent for a scan that is never resumed. */
  readonly resume?: { readonly mode: ScanMode; readonly cutOff: boolean };
}

/** A shorter scan is read again sooner than resumed. In pages, not items: a service may show two items on a page. */
const fewestPages = 10;
/** Pages read this far apart say little about one list. */
const oldestMs = 6 * 3_600_000;
const mostStuck = 3;

/** The saved progress of this scan, if it can still be resumed. */
export async function findCutOff(
  { ledger }: Pick<PollPorts, 'ledger'>,
  scan: ResumableScan,
  now: number,
): Promise<CutOffScan | null> {
  if (!scan.resume?.cutOff) return null;
  const found = await ledger.readCutOff(scan.buyerId);
  if (found !== null && found.mode !== scan.resume.mode) return null;
  const fresh = found !== null && now - found.startedAt < oldestMs;
  if (fresh && found.period === scan.period) return found;
  await ledger.dropCutOff(scan.buyerId);
  return null;
}

/**
 * Saves the progress of a scan that ran out of time. After several invocations without progress the list is read from
 * its first page again: otherwise new signals there would wait forever.
 */
export async function keepCutOff(
  { ledger }: Pick<PollPorts, 'ledger'>,
  error: unknown,
  { buyerId, period, resume }: ResumableScan,
  before: CutOffScan | null,
  read: { readonly startedAt: number; readonly position: number; readonly pages: readonly ReadPage[] },
): Promise<void> {
  if (!isOutOfTime(error) || resume === undefined) return;
  const isWorthKeeping = before === null ? read.pages.length >= fewestPages : read.position > before.position;
  if (isWorthKeeping) {
    await ledger.saveCutOff(buyerId, { ...read, mode: resume.mode, period, stuck: 0 });
  } else if (before !== null && before.stuck + 1 < mostStuck) {
    await ledger.saveCutOff(buyerId, { ...before, stuck: before.stuck + 1 });
  } else if (before !== null) {
    await ledger.dropCutOff(buyerId);
  }
}
