import { counted } from '../counted.ts';
import { unitMs } from '../duration.ts';
import { nameZone, wallTimeAt } from './wall-time.ts';

/** `3 minutes ago`, or `in 2 hours` for a time in the future; in one unit, rounded down. */
export function formatWhen(time: number, now: number): string {
  const apart = Math.abs(now - time);
  if (apart < unitMs.second) return 'now';
  return time > now ? `in ${formatSpan(apart)}` : `${formatSpan(apart)} ago`;
}

/** `40 minutes`: milliseconds in one unit, rounded down. */
export function formatSpan(ms: number): string {
  const [unit, size] = Object.entries(unitMs).findLast(([, one]) => ms >= one) ?? ['second', unitMs.second];
  return counted(Math.floor(ms / size), unit);
}

/** `due`, or `in 2 hours`. */
export function formatDue(time: number, now: number): string {
  return time - now < 1_000 ? 'due' : formatWhen(time, now);
}

/** `2026-11-21 08:00 New York` of milliseconds since the epoch, or of ISO 8601. @default timezone this machine's, also for null */
export function formatTime(time: number | string, timezone?: string | null): string {
  const [instant, zone] = [new Date(time).getTime(), timezone ?? machineZone()];
  return `${formatWallTime(instant, zone)} ${nameZone(zone)}`;
}

/** `2026-11-21 08:00` of milliseconds since the epoch. */
export function formatWallTime(instant: number, timezone: string): string {
  return new Date(wallTimeAt(instant, timezone)).toISOString().slice(0, 16).replace('T', ' ');
}

/** UTC where Node knows no zone, or `TZ` is invalid. */
function machineZone(): string {
  const { timeZone = 'UTC' } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}
