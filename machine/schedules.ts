import {
  type FunctionName,
  type PipelineFunction,
  rateOf,
  type ScheduleWiring,
  schedules,
} from '../functions/wiring.ts';
import { type Clock, isoTime } from '../shared/domain/clock.ts';
import { settleWithin } from '../shared/domain/concurrency.ts';
import { parseDuration } from '../shared/domain/duration.ts';

interface ScheduledConfig {
  readonly watch: { readonly every: string };
}

/** Shorter periods than the config's, for the demo. Milliseconds. */
export interface Tempo {
  readonly pollMs?: number;
  /** The sweep composes the routes that send immediately. */
  readonly sweepMs?: number;
}

export interface TimedSchedule extends ScheduleWiring {
  readonly periodMs: number;
}

/** The wiring's schedules, each with its period. */
export function timeSchedules(config: ScheduledConfig, { pollMs, sweepMs }: Tempo = {}): TimedSchedule[] {
  return Object.values(schedules).map((schedule) => {
    const shorter = schedule.every === 'watch' ? pollMs : sweepMs;
    return { ...schedule, periodMs: shorter ?? parseDuration(rateOf(schedule, config)) };
  });
}

export interface SchedulesSettings {
  readonly config: ScheduledConfig;
  readonly tempo?: Tempo;
  readonly clock: Clock;
  /** Must not reject: it reports its own failures, and the schedule continues. */
  readonly invoke: (functionName: FunctionName, event: Record<string, unknown>) => Promise<unknown>;
}

export type Schedules = ReturnType<typeof startSchedules>;

/** Timers stop while a machine sleeps. Checking the clock this often keeps a slot from being hours late. */
const longestSleepMs = 30_000;
/** A clock that jumps back this far was set. */
const setBackMs = 60_000;

/**
 * Fires the wiring's schedules as EventBridge Scheduler would, with the slot in the event: at once and then at each
 * multiple of the period. No schedule overlaps itself: of the slots that pass while it works, only the
 * last fires.
 */
export function startSchedules(settings: SchedulesSettings) {
  const stopping = new AbortController();
  const all = timeSchedules(settings.config, settings.tempo);
  const running = all.map((schedule) => run(schedule, settings, stopping.signal));
  return {
    /** Fires the schedules of this function once more, now. */
    async fireNow(target: PipelineFunction): Promise<void> {
      for (const schedule of all) {
        if (stopping.signal.aborted) return;
        if (schedule.target !== target) continue;
        await settings.invoke(target, { ...schedule.event, slot: isoTime(settings.clock.now()) });
      }
    },
    /** Stops firing. Work in progress has `withinMs` to end. */
    async stop(withinMs = 10_000): Promise<void> {
      stopping.abort();
      await settleWithin(withinMs, running, settings.clock);
    },
  };
}

async function run(
  { target, event, periodMs }: TimedSchedule,
  { clock, invoke }: SchedulesSettings,
  stopping: AbortSignal,
): Promise<void> {
  const lastSlot = (): number => Math.floor(clock.now() / periodMs) * periodMs;
  let slot = lastSlot();
  for (;;) {
    await sleepUntil(slot, clock, stopping);
    if (stopping.aborted) return;
    const passed = lastSlot();
    await invoke(target, { ...event, slot: isoTime(passed) });
    slot = passed + periodMs;
  }
}

/** Until the time, or until the clock is set back: the time may be hours away again. */
async function sleepUntil(time: number, clock: Clock, stopping: AbortSignal): Promise<void> {
  for (let before = clock.now(); clock.now() < time && !stopping.aborted; before = clock.now()) {
    await clock.sleep(Math.min(time - before, longestSleepMs), stopping).catch((reason: unknown) => {
      if (!stopping.aborted) throw reason;
    });
    if (clock.now() < before - setBackMs) return;
  }
}
