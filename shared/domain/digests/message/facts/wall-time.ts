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
  const offsetAt = (instant: number): number => utcOf(wallTimeAt(instant, timeZone)) - instant;
  const [first, second] = [asUtc - offsetAt(asUtc - dayMs), asUtc - offsetAt(asUtc + dayMs)].sort(
    (a, b) => a - b,
  ) as [number, number];
  return first + offsetAt(first) === asUtc ? first : second;
}

const dayMs = 86_400_000;

/** Milliseconds since the epoch if the wall were in UTC. */
export function utcOf({ year, month, day, hour, minute }: WallTime): number {
  return Date.UTC(year, month - 1, day, hour, minute);
}
