import { type FunctionName, type PipelineFunction, schedules } from '../functions/wiring.ts';
import type { SignalpostConfig } from '../shared/config/signalpost-config.ts';
import { type Clock, isoTime } from '../shared/domain/clock.ts';
import { parseDuration } from '../shared/domain/duration.ts';
import type { Route } from '../shared/domain/route.ts';
import { cronTimes } from '../shared/runtime/cron-times.ts';
import { settleWithin } from './settle-within.ts';

/** Periods in place of the config's, for a demonstration that cannot wait. Milliseconds. */
export interface Tempo {
  readonly pollMs?: number;
  /** Of routes that send immediately. */
  readonly immediatelyMs?: number;
  readonly sweepMs?: number;
}

export interface SchedulesSettings {
  readonly config: Pick<SignalpostConfig, 'watch' | 'routes'>;
  readonly tempo?: Tempo;
  readonly clock: Clock;
  /** Must not reject: whoever invokes tells what went wrong, and the schedule goes on. */
  readonly invoke: (functionName: FunctionName, event: Record<string, unknown>) => Promise<unknown>;
}

export interface Schedules {
  /** Fires no more. What is under way has so long to end, 10 s unless told otherwise. */
  stop(withinMs?: number): Promise<void>;
}

export interface Schedule {
  readonly target: PipelineFunction;
  readonly event: Readonly<Record<string, unknown>>;
  readonly times: Times;
}

/** Slots in milliseconds since the epoch: the first to fire, and the one that follows another. */
interface Times {
  first(now: number): number | null;
  next(slot: number): number | null;
}

const minuteMs = 60_000;
/** Timers stand still while a machine sleeps: looking at the clock this often keeps a slot from being missed by hours. */
const longestSleepMs = 30_000;

/**
 * Fires the wiring's schedules as EventBridge Scheduler would, with the slot in the event. A rate fires at once and
 * then at each multiple of its period. No schedule overlaps itself: of the slots that pass meanwhile, the last fires.
 */
export function startSchedules(settings: SchedulesSettings): Schedules {
  const stopping = new AbortController();
  const running = listSchedules(settings).map((schedule) => run(schedule, settings, stopping.signal));
  return {
    async stop(withinMs = 10_000) {
      stopping.abort();
      await settleWithin(withinMs, running, settings.clock);
    },
  };
}

/** What fires, and when: one entry for each schedule that is deployed. */
export function listSchedules({
  config,
  tempo = {},
}: Pick<SchedulesSettings, 'config' | 'tempo'>): Schedule[] {
  const { poll, sweep, route, heartbeat } = schedules;
  return [
    { ...poll, times: rate(tempo.pollMs ?? parseDuration(config.watch.every)) },
    { ...sweep, times: rate(tempo.sweepMs ?? minuteMs) },
    ...config.routes.map(({ id, when }) => ({
      target: route.target,
      event: { ...route.event, routeId: id },
      times: routeTimes(when, tempo.immediatelyMs ?? minuteMs),
    })),
    ...config.routes.flatMap(({ id, heartbeat: when }) =>
      when === undefined
        ? []
        : [
            {
              target: heartbeat.target,
              event: { ...heartbeat.event, routeId: id },
              times: routeTimes(when, minuteMs),
            },
          ],
    ),
  ];
}

function routeTimes(when: Route['when'], immediatelyMs: number): Times {
  if (when === 'immediately') return rate(immediatelyMs);
  const { next } = cronTimes(when.cron, when.timezone);
  return { first: next, next };
}

function rate(periodMs: number): Times {
  return {
    first: (now) => Math.floor(now / periodMs) * periodMs,
    next: (slot) => slot + periodMs,
  };
}

async function run(schedule: Schedule, settings: SchedulesSettings, stopping: AbortSignal): Promise<void> {
  const { clock, invoke } = settings;
  let slot = schedule.times.first(clock.now());
  while (slot !== null) {
    if (!(await sleepUntil(slot, clock, stopping))) return;
    slot = latestPassed(schedule.times, slot, clock.now());
    await invoke(schedule.target, { ...schedule.event, slot: isoTime(slot) });
    slot = schedule.times.next(slot);
  }
}

/** The last slot that is not in the future, from one that is not. */
function latestPassed(times: Times, slot: number, now: number): number {
  let latest = slot;
  for (let next = times.next(latest); next !== null && next <= now; next = times.next(latest)) latest = next;
  return latest;
}

/** Whether the time came before the end did. */
async function sleepUntil(time: number, clock: Clock, stopping: AbortSignal): Promise<boolean> {
  while (!stopping.aborted && clock.now() < time) {
    await clock.sleep(Math.min(time - clock.now(), longestSleepMs), stopping).catch((reason: unknown) => {
      if (!stopping.aborted) throw reason;
    });
  }
  return !stopping.aborted;
}
