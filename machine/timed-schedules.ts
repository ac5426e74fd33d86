import { expandSchedules, type Schedule, type ScheduledConfig } from '../functions/expand-schedules.ts';
import { parseDuration } from '../shared/domain/duration.ts';
import { cronTimes } from '../shared/runtime/cron-times.ts';

/** Shorter periods than the config's, for the demo. Milliseconds. */
export interface Tempo {
  readonly pollMs?: number;
  /** The sweep composes the routes that send immediately. */
  readonly sweepMs?: number;
}

export interface TimedSchedule extends Schedule {
  readonly times: Times;
}

/** Slots in milliseconds since the epoch: the first to fire, and the one that follows another. */
export interface Times {
  /** True for a rate, false for a cron expression. */
  readonly often: boolean;
  first(now: number): number | null;
  next(slot: number): number | null;
}

/** The schedules of a config, each with its slots. */
export function timeSchedules(config: ScheduledConfig, tempo: Tempo = {}): TimedSchedule[] {
  return expandSchedules(config).map((schedule) => ({ ...schedule, times: timesOf(schedule, tempo) }));
}

function timesOf({ every, when }: Schedule, { pollMs, sweepMs }: Tempo): Times {
  if ('rate' in when) return rate((every === 'watch' ? pollMs : sweepMs) ?? parseDuration(when.rate));
  const { next } = cronTimes(when.cron, when.timezone);
  return { often: false, first: next, next };
}

function rate(periodMs: number): Times {
  return {
    often: true,
    first: (now) => Math.floor(now / periodMs) * periodMs,
    next: (slot) => slot + periodMs,
  };
}
