import { systemClock } from '../../shared/runtime/system.ts';
import { startSchedules, type Tempo } from '../schedules.ts';
import { noticeChanges } from './notice-changes.ts';
import type { Pipeline } from './pipeline.ts';

/** Runs on the wiring's schedules until told to end, then lets finish what is under way. */
export async function runOn(
  pipeline: Pipeline,
  options: { readonly tempo: Tempo; readonly until: Promise<void> },
): Promise<void> {
  const schedules = startSchedules({
    config: pipeline.config,
    tempo: options.tempo,
    clock: systemClock,
    invoke: pipeline.invoke,
  });
  // Ends with `until` too, unless it fails.
  await Promise.race([options.until, noticeChanges(pipeline, schedules, options.until)]);
  await schedules.stop();
  // Or else what is being delivered just now would be counted as pending.
  await pipeline.queues.stop();
}
