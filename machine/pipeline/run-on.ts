import { counted } from '../../shared/domain/counted.ts';
import { TableUnavailableError } from '../../shared/ledger/table/table.ts';
import { systemClock } from '../../shared/runtime/system.ts';
import { type Schedules, startSchedules, type Tempo } from '../schedules.ts';
import type { Pipeline } from './pipeline.ts';

export interface RunOnOptions {
  readonly tempo: Tempo;
  readonly until: Promise<void>;
  readonly say: (line: string) => void;
}

/** Runs on the wiring's schedules until `until` resolves, then waits for work in progress. */
export async function runOn(pipeline: Pipeline, { tempo, until, say }: RunOnOptions): Promise<void> {
  const schedules = startSchedules({
    config: pipeline.config,
    tempo,
    clock: systemClock,
    invoke: pipeline.invoke,
  });
  // `noticeChanges` also ends with `until`, or rejects earlier if it fails.
  await Promise.race([until, noticeChanges(pipeline, schedules, until)]);
  await Promise.all([schedules.stop(), endDeliveries(pipeline, say)]);
  // Only now, because a schedule in progress may still queue messages.
  await pipeline.queues.stop();
}

/** Starts no more work, and waits for deliveries in progress. Prints a line if there are any. */
export async function endDeliveries({ queues }: Pipeline, say: (line: string) => void): Promise<void> {
  const deliveries = queues.of.delivery.underWay();
  if (deliveries > 0)
    say(`waiting for ${counted(deliveries, 'delivery', 'deliveries')} in progress; ${risk}`);
  await queues.stop();
}

const risk =
  'each may take 20 s. To end at once, press Ctrl-C again: these digests are then sent again, and Slack may show them twice';

const lookEveryMs = 500;

/**
 * Sweeps at once when a command of an operator has changed the state, so that due digests do not wait for the sweep
 * of the next minute. Runs until `until` resolves.
 */
async function noticeChanges(
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
