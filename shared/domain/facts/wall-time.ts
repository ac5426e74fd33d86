import { dateFormat } from './formats.ts';

/** What a calendar and a clock on the wall show. */
export interface WallTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
}

/** What the wall of a zone shows at an instant, in milliseconds since the epoch. */
export function wallTimeAt(instant: number, timeZone: string): WallTime {
  return wallOf(instant + offsetAt(instant, timeZone));
}

const quarterMs = 15 * 60_000;
const offsets = new Map<string, number>();
const mostOffsets = 20_000;

/**
 * Reading a calendar takes long, and a digest has many dates of few days. Since 1980 each zone's offset is of whole
 * minutes, and changes at quarters of an hour.
 */
function offsetAt(instant: number, timeZone: string): number {
  const quarter = Math.floor(instant / quarterMs);
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = utcOf(readWall(quarter * quarterMs, timeZone)) - quarter * quarterMs;
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

function wallOf(asUtc: number): WallTime {
  const date = new Date(asUtc);
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: date.getUTCHours(),
    minute: date.getUTCMinutes(),
  };
}

function readWall(instant: number, timeZone: string): WallTime {
  const format = dateFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const parts = new Map(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
  const part = (type: 'year' | 'month' | 'day' | 'hour' | 'minute'): number => parts.get(type) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

/** The first instant at which the wall of a zone shows this, or where a clock change leaves it out, the change. */
export function instantOf(wall: WallTime, timeZone: string): number {
  const asUtc = utcOf(wall);
  const offset = (instant: number): number => offsetAt(instant, timeZone);
  const [first, second] = [asUtc - offset(asUtc - dayMs), asUtc - offset(asUtc + dayMs)].sort(
    (a, b) => a - b,
  ) as [number, number];
  return first + offset(first) === asUtc ? first : second;
}

const dayMs = 86_400_000;

/** Milliseconds since the epoch if the wall were in UTC. */
export function utcOf({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}
