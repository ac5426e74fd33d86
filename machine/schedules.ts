import type { ScheduledConfig } from '../functions/expand-schedules.ts';
import type { FunctionName, PipelineFunction } from '../functions/wiring.ts';
import { type Clock, isoTime } from '../shared/domain/clock.ts';
import { settleWithin } from '../shared/domain/concurrency.ts';
import { type Tempo, type TimedSchedule, type Times, timeSchedules } from './timed-schedules.ts';

export interface SchedulesSettings {
  readonly config: ScheduledConfig;
  readonly tempo?: Tempo;
  readonly clock: Clock;
  /** Must not reject: it reports its own failures, and the schedule continues. */
  readonly invoke: (functionName: FunctionName, event: Record<string, unknown>) => Promise<unknown>;
}

export interface Schedules {
  /** Fires the rate schedules of this function once more, now; not those at fixed times. */
  fireNow(target: PipelineFunction): Promise<void>;
  /** Stops firing. Work in progress has `withinMs` to end, 10 s by default. */
  stop(withinMs?: number): Promise<void>;
}

/** Timers stop while a machine sleeps. Checking the clock this often keeps a slot from being hours late. */
const longestSleepMs = 30_000;
/** A clock that jumps back this far was set. */
const setBackMs = 60_000;

/**
 * Fires the wiring's schedules as EventBridge Scheduler would, with the slot in the event. A rate fires at once and
 * then at each multiple of its period. No schedule overlaps itself: of the slots that pass while it works, only the
 * last fires.
 */
export function startSchedules(settings: SchedulesSettings): Schedules {
  const stopping = new AbortController();
  const all = timeSchedules(settings.config, settings.tempo);
  const running = all.map((schedule) => run(schedule, settings, stopping.signal));
  return {
    async fireNow(target) {
      for (const schedule of all) {
        if (stopping.signal.aborted) return;
        if (schedule.target !== target || !schedule.times.often) continue;
        await settings.invoke(target, { ...schedule.event, slot: isoTime(settings.clock.now()) });
      }
    },
    async stop(withinMs = 10_000) {
      stopping.abort();
      await settleWithin(withinMs, running, settings.clock);
    },
  };
}

async function run(
  { target, event, times }: TimedSchedule,
  { clock, invoke }: SchedulesSettings,
  stopping: AbortSignal,
): Promise<void> {
  let slot = times.first(clock.now());
  while (slot !== null) {
    const waited = await sleepUntil(slot, clock, stopping);
    if (waited === 'stopped') return;
    if (waited === 'set back') {
      slot = times.first(clock.now());
      continue;
    }
    const passed = latestPassed(times, slot, clock.now());
    await invoke(target, { ...event, slot: isoTime(passed) });
    slot = times.next(passed);
  }
}

/** The last slot that has passed. `slot` must have passed. */
function latestPassed(times: Times, slot: number, now: number): number {
  let latest = slot;
  for (let next = times.next(latest); next !== null && next <= now; next = times.next(latest)) latest = next;
  return latest;
}

/** `set back`: the clock was set back, so the time may be hours away again. */
async function sleepUntil(
  time: number,
  clock: Clock,
  stopping: AbortSignal,
): Promise<'due' | 'set back' | 'stopped'> {
  for (let before = clock.now(); clock.now() < time; before = clock.now()) {
    if (stopping.aborted) return 'stopped';
    await clock.sleep(Math.min(time - before, longestSleepMs), stopping).catch((reason: unknown) => {
      if (!stopping.aborted) throw reason;
    });
    if (clock.now() < before - setBackMs) return 'set back';
  }
  return stopping.aborted ? 'stopped' : 'due';
}
