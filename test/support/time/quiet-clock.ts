import type { QuietRoute } from '../../../shared/domain/routes/quiet.ts';

const quarterMs = 15 * 60_000;

/** The quiet hours of tests begin and end at quarters of an hour, and so do all changes of clocks. */
const known = new WeakMap<QuietRoute, Map<number, boolean>>();

/** Whether a route is quiet, read from what its zone's calendar and clock show. */
export function isQuietAt(route: QuietRoute | undefined, instant: number): boolean {
  if (route === undefined || (route.quiet === undefined && route.holidays === undefined)) return false;
  const quarter = Math.floor(instant / quarterMs);
  const ofRoute = known.get(route) ?? new Map<number, boolean>();
  known.set(route, ofRoute);
  const told = ofRoute.get(quarter) ?? read(route, quarter * quarterMs);
  ofRoute.set(quarter, told);
  return told;
}

/** When the quiet time ends that an instant is in, found by looking at each quarter of an hour; null if it is in none. */
export function quietEndAt(route: QuietRoute | undefined, instant: number): number | null {
  if (!isQuietAt(route, instant)) return null;
  let quarter = Math.floor(instant / quarterMs);
  while (isQuietAt(route, quarter * quarterMs)) quarter += 1;
  return quarter * quarterMs;
}

function read({ quiet, holidays = [], timezone, when }: QuietRoute, instant: number): boolean {
  const zone = quiet?.timezone ?? timezone ?? (when === 'immediately' ? 'UTC' : when.timezone);
  const [day = '', date = '', time = ''] = formatOf(zone).format(instant).split(' ');
  if (holidays.includes(date)) return true;
  if (quiet?.days?.some((one) => one === day.toUpperCase())) return true;
  const { from, to } = quiet ?? {};
  if (from === undefined || to === undefined) return false;
  return from < to ? time >= from && time < to : time >= from || time < to;
}

type Format = { readonly format: (instant: number) => string };

const formats = new Map<string, Format>();

/** `Sat 2026-11-21 18:00`. Kept for each zone: they are slow to make. */
function formatOf(timeZone: string): Format {
  const format = formats.get(timeZone) ?? makeFormat(timeZone);
  formats.set(timeZone, format);
  return format;
}

function makeFormat(timeZone: string): Format {
  const date = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'short' });
  const day = new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'short' });
  return {
    format: (instant) => `${day.format(instant)} ${date.format(instant)} ${time.format(instant)}`,
  };
}
