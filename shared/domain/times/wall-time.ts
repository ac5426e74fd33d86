import { dayMs } from '../duration.ts';
import { dateFormat } from '../formats.ts';

/** Milliseconds since the epoch: a time on the wall as if the wall were in UTC. */
export function wallTimeAt(instant: number, timeZone: string): number {
  return instant + offsetAt(instant, timeZone);
}

export function midnightOf(wall: number): number {
  return Math.floor(wall / dayMs) * dayMs;
}

const quarterMs = 15 * 60_000;
const offsets = new Map<string, number>();
const mostOffsets = 20_000;

/**
 * Milliseconds. Reading a calendar takes long, and a digest has many dates of few days. Since 1980 each zone's offset
 * is of whole minutes, and changes at quarters of an hour. Throws `RangeError` on an unknown zone.
 */
export function offsetAt(instant: number, timeZone: string): number {
  const quarter = Math.floor(instant / quarterMs);
  const key = `${timeZone} ${quarter}`;
  const known = offsets.get(key);
  if (known !== undefined) return known;
  const offset = readOffset(quarter * quarterMs, timeZone);
  if (offsets.size >= mostOffsets) offsets.clear();
  offsets.set(key, offset);
  return offset;
}

/** `GMT`, or `GMT-04:00`. */
function readOffset(instant: number, timeZone: string): number {
  const parts = dateFormat({ timeZone, timeZoneName: 'longOffset' }).formatToParts(instant);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

/** The change of the clocks, where it leaves this time out. No zone changes its clocks twice within two days. */
export function instantOf(wall: number, timeZone: string): number {
  const [first, second] = [
    wall - offsetAt(wall - dayMs, timeZone),
    wall - offsetAt(wall + dayMs, timeZone),
  ].sort((a, b) => a - b) as [number, number];
  return wallTimeAt(first, timeZone) === wall ? first : second;
}

/** `New York` for `America/New_York` */
export function nameZone(timezone: string): string {
  return (timezone.split('/').at(-1) ?? timezone).replaceAll('_', ' ');
}
