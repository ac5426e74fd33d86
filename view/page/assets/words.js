const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
/** A day without its year is the nearest of that name. @param {number} when */
const isNear = (when) => Math.abs(when - Date.now()) < 180 * 86_400_000;
const whole = new Intl.NumberFormat('en-US');
const apart = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** @param {number} value */
export function number(value) {
  return whole.format(value);
}

/**
 * @param {number} count
 * @param {string} noun
 */
export function plural(count, noun) {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/**
 * `08:15:30`, with the day before it if that is not today.
 *
 * @param {number} when Milliseconds since the epoch.
 */
export function timeOf(when) {
  const date = new Date(when);
  const today = date.toDateString() === new Date().toDateString();
  return today ? clock.format(date) : `${dayOf(when)}, ${clock.format(date)}`;
}

/** @param {number} when */
export function dayOf(when) {
  return (isNear(when) ? day : dayOfYear).format(when);
}

/**
 * `Wed, Nov 25, 08:00` in a zone.
 *
 * @param {number} when
 * @param {string} timeZone
 */
export function zoneTime(when, timeZone) {
  /** @type {Intl.DateTimeFormatOptions} */
  const form = { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' };
  const year = isNear(when) ? undefined : 'numeric';
  return new Intl.DateTimeFormat('en', { ...form, year, hourCycle: 'h23', timeZone }).format(when);
}

/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
];

/**
 * `3 minutes ago`, `in 2 hours`, `just now`.
 *
 * @param {number} when
 */
export function ago(when) {
  const ms = when - Date.now();
  const [unit, size] = units.find(([, one]) => Math.abs(ms) >= one) ?? ['minute', 60_000];
  const count = Math.trunc(ms / size);
  return count === 0 ? (ms > 0 ? 'in a moment' : 'just now') : apart.format(count, unit);
}
