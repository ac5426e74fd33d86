import type { ScheduledConfig } from '../functions/expand-schedules.ts';
import type { FunctionName, PipelineFunction } from '../functions/wiring.ts';
import { type Clock, isoTime } from '../shared/domain/clock.ts';
import { settleWithin } from './settle-within.ts';
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

/**
 * Fires the wiring's schedules as EventBridge Scheduler would, with the slot in the event. A rate fires at once and
 * then at each multiple of its period. No schedule overlaps itself: of the slots that pass while it works, only the
 * last fires.
 */
export function startSchedules(settings: SchedulesSettings): Schedules {
  const stopping = new AbortController();
  const all = timeSchedules(settings.config, settings.tempo);
  const inOrder = createCatchUp(settings.clock);
  const running = all.map((schedule, rank) =>
    run(schedule, settings, (slot, fire) => inOrder({ slot, rank }, fire), stopping.signal),
  );
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
  schedule: TimedSchedule,
  settings: SchedulesSettings,
  inOrder: (slot: number, fire: () => Promise<void>) => Promise<void>,
  stopping: AbortSignal,
): Promise<void> {
  const { clock, invoke } = settings;
  let slot = schedule.times.first(clock.now());
  while (slot !== null) {
    const from = clock.now();
    const waited = await sleepUntil(slot, clock, stopping);
    if (waited === 'stopped') return;
    if (waited === 'set back') {
      slot = schedule.times.first(clock.now());
      continue;
    }
    const lateMs = clock.now() - Math.max(slot, from);
    const fired = latestPassed(schedule.times, slot, clock.now());
    const fire = async (): Promise<void> => {
      // A missed slot waits for its turn, and the schedules may be stopped before it.
      if (!stopping.aborted) await invoke(schedule.target, { ...schedule.event, slot: isoTime(fired) });
    };
    await (lateMs > sleptMs ? inOrder(slot, fire) : fire());
    slot = schedule.times.next(fired);
  }
}

interface MissedTime {
  readonly slot: number;
  /** The order at the same time: polls come before digests. */
  readonly rank: number;
}

type CatchUp = (missed: MissedTime, fire: () => Promise<void>) => Promise<void>;

/** A timer that is this late means that the machine slept. A clock that jumps back this far was set. */
const sleptMs = 2 * longestSleepMs;
/** After this long, all schedules have woken. */
const gatherMs = 1_000;

/**
 * Fires the slots that the machine slept through one after another, in the order of their times: the digest of 8:30
 * must have the signals that the poll of 8:00 finds.
 */
function createCatchUp(clock: Clock): CatchUp {
  const missed: (MissedTime & { readonly start: () => Promise<void> })[] = [];
  let isDraining = false;
  const drain = async (): Promise<void> => {
    isDraining = true;
    await clock.sleep(gatherMs);
    while (missed.length > 0) {
      missed.sort((one, other) => one.slot - other.slot || one.rank - other.rank);
      await missed.shift()?.start();
    }
    isDraining = false;
  };
  return (time, fire) =>
    new Promise((resolve, reject) => {
      missed.push({ ...time, start: () => fire().then(resolve, reject) });
      if (!isDraining) drain().catch(reject);
    });
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
    if (clock.now() < before - sleptMs) return 'set back';
  }
  return stopping.aborted ? 'stopped' : 'due';
}
