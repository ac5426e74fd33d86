import * as v from 'valibot';
import { isoTime } from '../domain/clock.ts';
import { ArgumentError } from '../domain/errors.ts';

/**
 * Reads an event by its schema. Throws `ArgumentError`, which names each wrong field, the value found and the expected
 * one.
 */
export function readEvent<Schema extends v.GenericSchema>(
  schema: Schema,
  event: unknown,
): v.InferOutput<Schema> {
  const read = v.safeParse(schema, event ?? {});
  if (read.success) return read.output;
  const problems = read.issues.map((issue) => {
    const field = v.getDotPath(issue) ?? 'the event';
    return `${field}: expected ${issue.expected ?? issue.type.replaceAll('_', ' ')}, found ${issue.received}`;
  });
  throw new ArgumentError(
    v.getDotPath(read.issues[0]) ?? 'event',
    `the event is not valid: ${problems.join('; ')}`,
  );
}

/**
 * The slot of a tick, ISO 8601: the event's scheduled time. An invoke by hand has none and gets the current time. If
 * the slot is not a time (a scheduler left its placeholder in), it is the current time rounded down to the schedule's
 * period, so that a repeated tick gets the same slot.
 */
export function slotOf(given: string | undefined, now: number, periodMs: number): string {
  if (given === undefined) return isoTime(now);
  const time = Date.parse(given);
  return Number.isNaN(time) ? beginningOf(now, periodMs) : isoTime(time);
}

function beginningOf(now: number, periodMs: number): string {
  return isoTime(Math.floor(now / periodMs) * periodMs);
}
