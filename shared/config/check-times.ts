import * as v from 'valibot';
import { dayMs } from '../domain/duration.ts';
import { findNearest } from '../domain/find-nearest.ts';
import { firstLoud } from '../domain/routes/due.ts';
import type { QuietRoute } from '../domain/routes/quiet.ts';
import type { CronTime } from '../domain/routes/route.ts';
import { cronTimes, nextSlot } from '../runtime/cron-times.ts';
import { systemClock } from '../runtime/system.ts';
import { findCronProblem } from './check-cron.ts';
import { describeFound, refuse, text } from './fields.ts';

/** Times of a schedule are less far apart. */
const aheadMs = 400 * dayMs;

/** A schedule must fire at least once: otherwise its signals would wait forever, unnoticed. */
export function findCronMessage(text: string): string | null {
  const problem = findCronProblem(text) ?? findNever(text);
  return problem === null ? null : `found ${describeFound(text, true)}; ${problem}`;
}

/** UTC does: a time zone shifts a time by hours, but an impossible day stays impossible. */
function findNever(text: string): string | null {
  if (cronTimes(text, 'UTC').next(systemClock.now() - dayMs) !== null) return null;
  return 'no future day matches, so it would never fire; check the day, the month and the year';
}

/** Times that are always quiet would come at the end of the quiet time, whatever they say; null if one is not. */
export function findAlwaysQuiet(route: QuietRoute, times: CronTime): string | null {
  const now = systemClock.now();
  const until = now + aheadMs;
  const first = nextSlot(times, now - 1);
  if (first === null || first > until) return null;
  if (firstLoud(route, times, first, until, nextSlot) !== null) return null;
  return `found "${times.cron}", whose times in the next 400 days are all quiet; write another time, or other quiet hours`;
}

/** Intl also accepts `America/NEW_YORK`, `PST` and `+02:00`, but EventBridge Scheduler does not. */
export function findTimezoneProblem(text: string): string | null {
  const names = listZoneNames();
  if (names.includes(text)) return null;
  return `found ${describeFound(text, true)}; ${describeMeant(text, names)}`;
}

/** These stand for winter time alone: a digest of `EST` would come an hour late all summer. */
const winterTimes: Readonly<Record<string, string>> = {
  EST: 'America/New_York',
  CST: 'America/Chicago',
  MST: 'America/Denver',
  PST: 'America/Los_Angeles',
  CET: 'Europe/Berlin',
};

function describeMeant(text: string, names: readonly string[]): string {
  const place = winterTimes[text.toUpperCase()];
  if (place !== undefined) return `it has no daylight saving time; write a place, as "${place}"`;
  const meant = findNearest(text, names);
  return meant ? `did you mean "${meant}"?` : 'write an IANA name, as "America/New_York" or "UTC"';
}

export function timezone() {
  return v.pipe(text('write an IANA name, as "America/New_York"'), refuse(findTimezoneProblem));
}

/** `Intl.supportedValuesOf` leaves these out: it names no zone for UTC, and has old names of cities. */
const others = `
  UTC Etc/UTC GMT Africa/Asmara America/Argentina/Buenos_Aires America/Argentina/Catamarca
  America/Argentina/Cordoba America/Argentina/Jujuy America/Atikokan America/Indiana/Indianapolis
  America/Kentucky/Louisville America/Nuuk Asia/Ho_Chi_Minh Asia/Kathmandu Asia/Kolkata Asia/Yangon
  Atlantic/Faroe Europe/Kyiv Pacific/Chuuk Pacific/Kanton Pacific/Pohnpei`;

/** EventBridge Scheduler accepts all of these names. */
export function listZoneNames(): string[] {
  return [...Intl.supportedValuesOf('timeZone'), ...others.trim().split(/\s+/)];
}
