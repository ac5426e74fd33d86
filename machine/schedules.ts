import { type FunctionName, rateOf, type ScheduleWiring, schedules } from '../functions/wiring.ts';
import { type Clock, isoTime } from '../shared/domain/clock.ts';
import { settleWithin } from '../shared/domain/concurrency.ts';
import { parseDuration } from '../shared/domain/duration.ts';

/** The demo has shorter periods than the config, in milliseconds. */
export interface Tempo {
  readonly pollMs?: number;
  readonly sweepMs?: number;
}

export interface SchedulesSettings {
  readonly config: { readonly watch: { readonly every: string } };
  readonly tempo?: Tempo;
  readonly clock: Clock;
  /** Invokes without ever rejecting: it reports its own failures, and the schedule continues. */
  readonly invoke: (functionName: FunctionName, event: Record<string, unknown>) => Promise<unknown>;
}

/** Timers stop while a machine sleeps. Checking the clock this often keeps a slot from being hours late. */
const longestSleepMs = 30_000;

/**
 * Fires the wiring's schedules as EventBridge Scheduler would, with the slot in the event: at once and then at each
 * multiple of the period. No schedule overlaps itself: of the slots that pass while it works, only the
 * last fires.
 */
export function startSchedules(settings: SchedulesSettings) {
  const stopping = new AbortController();
  const running = Object.values(schedules).map((schedule) => run(schedule, settings, stopping.signal));
  return {
    /** Work in progress has `withinMs` to end. */
    async stop(withinMs = 10_000): Promise<void> {
      stopping.abort();
      await settleWithin(withinMs, running, settings.clock);
    },
  };
}

async function run(
  schedule: ScheduleWiring,
  { config, tempo = {}, clock, invoke }: SchedulesSettings,
  stopping: AbortSignal,
): Promise<void> {
  const { target, event, every } = schedule;
  const shorter = every === 'watch' ? tempo.pollMs : tempo.sweepMs;
  const periodMs = shorter ?? parseDuration(rateOf(schedule, config));
  let fired: number | null = null;
  while (!stopping.aborted) {
    const slot = Math.floor(clock.now() / periodMs) * periodMs;
    // A clock that was set back makes another slot, too: the next one may be hours away again.
    if (slot !== fired) {
      await invoke(target, { ...event, slot: isoTime(slot) });
      fired = slot;
    }
    const untilNext = fired + periodMs - clock.now();
    const ms = Math.min(Math.max(untilNext, 0), longestSleepMs);
    await clock.sleep(ms, stopping).catch((reason: unknown) => {
      if (!stopping.aborted) throw reason;
    });
  }
}
