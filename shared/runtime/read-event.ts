import * as v from 'valibot';
import { isoTime } from '../domain/clock.ts';
import { ArgumentError } from '../domain/errors.ts';

/** Reads an event by its schema. Throws `ArgumentError` that names each field, what was found and what is expected. */
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
    `the event is wrong: ${problems.join('; ')}`,
  );
}

/**
 * The slot of a tick, ISO 8601: the scheduled time that the event carries. An invoke by hand has none: it gets
 * the present moment. A slot that is no time (a scheduler that leaves its placeholder in) is taken from the
 * clock, floored to the schedule's period, so that a doubled tick still falls into the same slot.
 */
export function slotOf(given: string | undefined, now: number, periodMs: number): string {
  if (given === undefined) return isoTime(now);
  const time = Date.parse(given);
  return isoTime(Number.isNaN(time) ? Math.floor(now / periodMs) * periodMs : time);
}
