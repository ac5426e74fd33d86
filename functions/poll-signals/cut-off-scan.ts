import type { ScanMode } from '../../shared/domain/observation.ts';
import type { ReadPage } from '../../shared/domain/polling/reading.ts';
import type { ListingPeriod } from '../../shared/domain/polling/window.ts';
import type { CutOffScan } from '../../shared/domain/signals/recording.ts';
import type { CutOffPorts } from './ports.ts';

export interface ResumableScan {
  readonly buyerId: string;
  readonly period: ListingPeriod;
  /** Left out for a scan that is always read in one go. */
  readonly resume?: { readonly mode: ScanMode; readonly cutOff: boolean };
}

/** What took fewer calls is sooner read anew than resumed. Not counted in items: a service may show two on a page. */
const fewestPages = 10;
/** Pages that far apart in time say little about one list. */
const oldestMs = 6 * 3_600_000;
const mostStuck = 3;

/** What the last invocation left of this very scan, if it may still be gone on with. */
export async function findCutOff(
  ports: CutOffPorts | undefined,
  scan: ResumableScan,
  now: number,
): Promise<CutOffScan | null> {
  if (!ports || !scan.resume?.cutOff) return null;
  const found = await ports.readCutOff(scan.buyerId);
  if (found !== null && found.mode !== scan.resume.mode) return null;
  const fresh = found !== null && now - found.startedAt < oldestMs;
  if (fresh && found.period === scan.period) return found;
  await ports.dropCutOff(scan.buyerId);
  return null;
}

/**
 * Keeps what was read when the time ran out. Where no further page is ever reached, the list is read from its
 * first page again in the end, or what is new there would wait for ever.
 */
export async function keepCutOff(
  ports: CutOffPorts | undefined,
  error: unknown,
  { buyerId, period, resume }: ResumableScan,
  before: CutOffScan | null,
  read: { readonly startedAt: number; readonly position: number; readonly pages: readonly ReadPage[] },
): Promise<void> {
  if (!ports?.isOutOfTime(error) || resume === undefined) return;
  const isWorthKeeping = before === null ? read.pages.length >= fewestPages : read.position > before.position;
  if (isWorthKeeping) {
    await ports.saveCutOff(buyerId, { ...read, mode: resume.mode, period, stuck: 0 });
  } else if (before !== null && before.stuck + 1 < mostStuck) {
    await ports.saveCutOff(buyerId, { ...before, stuck: before.stuck + 1 });
  } else if (before !== null) {
    await ports.dropCutOff(buyerId);
  }
}
