/** @import { DescribedRoute } from '../view-model.ts' */

const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const whole = new Intl.NumberFormat('en-US');

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
 * @param {number | string} when Milliseconds or ISO 8601.
 */
export function timeOf(when) {
  const date = new Date(when);
  if (Number.isNaN(date.getTime())) return '';
  const today = date.toDateString() === new Date().toDateString();
  return today ? clock.format(date) : `${day.format(date)}, ${clock.format(date)}`;
}

/**
 * `immediately`, or the time of a cron expression in words where it is a plain time of day.
 *
 * @param {DescribedRoute['when']} when
 */
export function scheduleOf(when) {
  if (typeof when === 'string') return when;
  const [minute = '', hour = '', , , days] = when.cron.split(' ');
  const plain = /^\d+$/.test(minute) && /^\d+$/.test(hour);
  if (!plain) return `${when.cron} (${when.timezone})`;
  const time = `${hour.padStart(2, '0')}:${minute.padStart(2, '0')}`;
  const on = days === 'MON-FRI' ? 'weekdays' : days === '*' || days === '?' ? 'daily' : days;
  return `${on} at ${time} (${when.timezone})`;
}
