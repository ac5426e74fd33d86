import { wallTimeAt } from './cells/wall-time.ts';
import { unitMs } from './duration.ts';
import { nameZone } from './facts/tell-date.ts';

/** `3 minutes ago`, or `in 2 hours` for a time in the future; in one unit, rounded down. */
export function tellWhen(time: number, now: number): string {
  const apart = Math.abs(now - time);
  const [unit, ms] = Object.entries(unitMs).findLast(([, size]) => apart >= size) ?? ['second', 1_000];
  const count = Math.floor(apart / ms);
  if (count === 0) return 'now';
  const span = `${count} ${unit}${count === 1 ? '' : 's'}`;
  return time > now ? `in ${span}` : `${span} ago`;
}

/** When something is tried next: `due`, or `in 2 hours`. */
export function tellDue(time: number, now: number): string {
  return time - now < 1_000 ? 'due' : tellWhen(time, now);
}

/** `2026-11-21 08:00 New York` of milliseconds since the epoch, or of ISO 8601. @default timezone this machine's, also for null */
export function tellTime(time: number | string, timezone?: string | null): string {
  const [instant, zone] = [new Date(time).getTime(), timezone ?? machineZone()];
  const wall = new Date(wallTimeAt(instant, zone)).toISOString();
  return `${wall.slice(0, 16).replace('T', ' ')} ${nameZone(zone)}`;
}

/** UTC where Node knows no zone, or `TZ` is invalid. */
function machineZone(): string {
  const { timeZone = 'UTC' } = Intl.DateTimeFormat().resolvedOptions() as { timeZone?: string };
  return timeZone === 'Etc/Unknown' ? 'UTC' : timeZone;
}
