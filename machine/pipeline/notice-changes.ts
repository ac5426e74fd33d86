import { TableUnavailableError } from '../../shared/ledger/table/table.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import type { Schedules } from '../schedules.ts';
import type { Pipeline } from './pipeline.ts';

const lookEveryMs = 500;

/**
 * Sweeps at once when a command of an operator has changed the state, so that due digests do not wait for the sweep
 * of the next minute. Runs until `until` resolves.
 */
export async function noticeChanges(
  { changedByOthers }: Pick<Pipeline, 'changedByOthers'>,
  { fireNow }: Pick<Schedules, 'fireNow'>,
  until: Promise<void>,
): Promise<void> {
  const ending = new AbortController();
  void until.then(() => ending.abort());
  while (!ending.signal.aborted) {
    if (isChanged(changedByOthers)) await fireNow('compose-digests');
    await systemClock.sleep(lookEveryMs, ending.signal).catch((reason: unknown) => {
      if (!ending.signal.aborted) throw reason;
    });
  }
}

function isChanged(changedByOthers: () => boolean): boolean {
  try {
    return changedByOthers();
  } catch (error) {
    // Locked: another process is writing.
    if (error instanceof TableUnavailableError) return true;
    throw error;
  }
}
