import { isoTime } from '../../shared/domain/clock.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';

/** Longer than that, a mute is a decision for the config: `watch.except` or a route's match. */
const longestMs = 366 * 86_400_000;

/**
 * The time that `--since` names, milliseconds since the epoch: `2026-11-21T08:00:00Z`, or `2 hours` for two hours
 * before `now`. Throws `ConfigurationError` if the text is not a time, has no time zone or is in the future.
 */
export function readSince(text: string, now: number): number {
  const time = readTime('--since', text, {
    hint: 'a time such as 2026-11-21T08:00:00Z, or an age such as "2 hours"',
    timeOf: (duration) => now - duration,
  });
  if (time <= now) return time;
  throw wrong('--since', text, `which is in the future: it is ${isoTime(now)}; name a time that has passed`);
}

/**
 * The end that `--until` names, milliseconds since the epoch: `2026-12-03T08:00:00Z`, or `3 days` for three days from
 * `now`. Throws `ConfigurationError` if the text is not a time, has no time zone, has passed or is more than a year
 * ahead.
 */
export function readUntil(text: string, now: number): number {
  const time = readTime('--until', text, {
    hint: 'a time such as 2026-12-03T08:00:00Z, or a duration such as "3 days"',
    timeOf: (duration) => now + duration,
  });
  if (time <= now)
    throw wrong('--until', text, `which has passed: it is ${isoTime(now)}; name a time to come`);
  if (time <= now + longestMs) return time;
  const fix = "What is never wanted belongs into the config: a route's match, or watch.except";
  throw wrong('--until', text, `which is more than a year ahead; name an earlier time. ${fix}`);
}

/** ISO 8601 with a time zone, Z or an offset. Seconds and their fractions are optional. */
const instant = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const withoutZone = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/** `timeOf`: the time that a duration names, milliseconds since the epoch. */
function readTime(
  name: '--since' | '--until',
  text: string,
  { hint, timeOf }: { readonly hint: string; readonly timeOf: (duration: number) => number },
): number {
  const [, day] = instant.exec(text) ?? [];
  if (day !== undefined && !isDay(day)) throw wrong(name, text, `and there is no ${day}; name another day`);
  const time = day === undefined ? timeOf(durationOf(text)) : Date.parse(text);
  if (!Number.isNaN(time)) return time;
  if (!withoutZone.test(text))
    throw new ConfigurationError([`${name}: found ${JSON.stringify(text)}; write ${hint}`]);
  const fixed = `${text.slice(0, 10)}T${text.slice(11) || '00:00'}Z`;
  throw wrong(name, text, `which has no time zone; write ${fixed}, or +02:00 in place of Z`);
}

/** `Date.parse` takes February 31 for March 3. */
function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(time) && isoTime(time).startsWith(day);
}

function durationOf(text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    if (error instanceof RangeError) return Number.NaN;
    throw error;
  }
}

function wrong(name: string, text: string, problem: string): ConfigurationError {
  return new ConfigurationError([`${name}: found ${JSON.stringify(text)}, ${problem}`]);
}
