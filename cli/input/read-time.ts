import { isoTime } from '../../shared/domain/clock.ts';
import { parseDuration } from '../../shared/domain/duration.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';
import { longestMuteMs } from '../../shared/domain/routes/mute.ts';
import { dayNames } from '../../shared/domain/routes/quiet.ts';

/**
 * The time that `--since` names, milliseconds since the epoch: `2026-11-21T08:00:00Z`; `yesterday`, `monday` or `2026-11-21`
 * for the beginning of that day here; or `7d` or `2 hours` for so long before `now`. Throws `ConfigurationError` if the text
 * is not a time, has no time zone or is in the future.
 */
export function readSince(text: string, now: number): number {
  const time =
    readTime(text) ??
    readDay(text, now, -1) ??
    now - readDuration('--since', text, 'an age such as 7d or "2 hours", or a day such as yesterday');
  if (time > now) throw wrong('--since', text, `which is in the future: it is ${isoTime(now)}`);
  return time;
}

/** The end that `--until` names, as `readAhead`. Throws `ConfigurationError` for more than a year ahead, too. */
export function readUntil(text: string, now: number): number {
  const time = readAhead(text, now, '--until');
  if (time <= now + longestMuteMs) return time;
  const fix = "what is never wanted belongs into the config: a route's match, or watch.except";
  throw wrong('--until', text, `which is more than a year ahead; ${fix}`);
}

/**
 * The time that a flag names, milliseconds since the epoch: `2026-12-03T08:00:00Z`; `tomorrow`, `monday` or `2026-12-03` for
 * the beginning of that day here; or `3 days` for three days from `now`. Throws `ConfigurationError` if the text is not a
 * time, has no time zone or has passed.
 */
export function readAhead(text: string, now: number, flag = '--at'): number {
  const time =
    readTime(text) ??
    readDay(text, now, 1) ??
    now + readDuration(flag, text, 'a duration such as "3 days", or a day such as tomorrow');
  if (time <= now) throw wrong(flag, text, `which has passed: it is ${isoTime(now)}`);
  return time;
}

/** ISO 8601 with a time zone, Z or an offset. Seconds and their fractions are optional. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;

/** Milliseconds since the epoch; null for a text that is no time. */
function readTime(text: string): number | null {
  const time = instant.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) return null;
  const day = text.slice(0, 10);
  // `Date.parse` takes 31 February for 3 March.
  return isoTime(Date.parse(day)).startsWith(day) ? time : null;
}

const nearDays: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 };

/** The beginning of a day in this machine's zone; a weekday is the next one, or with `direction` -1 the last. Null for other text. */
function readDay(text: string, now: number, direction: 1 | -1): number | null {
  const word = text.trim().toLowerCase();
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(word)?.slice(1).map(Number) ?? [];
  if (year !== undefined && month !== undefined && day !== undefined) {
    const date = new Date(year, month - 1, day);
    return date.getMonth() === month - 1 ? date.getTime() : null;
  }
  const today = new Date(now);
  const weekday = dayNames.findIndex((name) => name.toLowerCase() === word);
  // A week away rather than today.
  const toWeekday = ((direction * (weekday - today.getDay()) + 7 - 1) % 7) + 1;
  const away = weekday === -1 ? nearDays[word] : direction * toWeekday;
  return away === undefined
    ? null
    : new Date(today.getFullYear(), today.getMonth(), today.getDate() + away).getTime();
}

/** `7d`, `12h`, `30m` */
const shortDuration = /^(\d+)([dhm])$/;
const longUnits: Readonly<Record<string, string>> = { d: 'days', h: 'hours', m: 'minutes' };

function readDuration(name: string, text: string, example: string): number {
  try {
    const [, count, unit = ''] = shortDuration.exec(text) ?? [];
    return parseDuration(count === undefined ? text : `${count} ${longUnits[unit]}`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new ConfigurationError([
      `${name}: found ${JSON.stringify(text)}; write a time with its zone, such as 2026-11-21T08:00:00Z, or ${example}`,
    ]);
  }
}

function wrong(name: string, text: string, problem: string): ConfigurationError {
  return new ConfigurationError([`${name}: found ${JSON.stringify(text)}, ${problem}`]);
}
