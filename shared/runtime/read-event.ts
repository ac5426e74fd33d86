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
  return Number.isNaN(time) ? beginningOf(now, periodMs) : isoTime(time);
}

function beginningOf(now: number, periodMs: number): string {
  return isoTime(Math.floor(now / periodMs) * periodMs);
}

const minuteMs = 60_000;
/** By a clock that is behind, a tick comes before its time. */
const mostAheadMs = 10 * minuteMs;
/** The schedules hand an event over within an hour, and Lambda tries it again for another one. */
export const oldestSlotMs = 180 * minuteMs;

/** The slot that digests are frozen under; `named`, ISO 8601, is the one that the event gave, and mostly the same. */
export interface FreezingSlot {
  readonly slot: string;
  readonly named: string;
}

/**
 * As `slotOf`, for what is frozen under the slot: an id comes from it, and a digest under an id that was used before
 * is dropped as a repeat. So a slot of long ago, whose digests may be delivered and expired, gives way to the present
 * minute: nothing that waits is lost by that. Throws `ArgumentError` for one in the future, which no schedule gives:
 * it would be used again when its time comes, and silence heartbeats until then.
 */
export function freezingSlotOf(given: string | undefined, now: number): FreezingSlot {
  const named = slotOf(given, now, minuteMs);
  const time = Date.parse(named);
  if (time > now + mostAheadMs) {
    throw new ArgumentError(
      'slot',
      `slot: found ${named}, which is in the future; leave it out, or give the time that it is now: ${isoTime(now)}`,
    );
  }
  return { named, slot: time < now - oldestSlotMs ? beginningOf(now, minuteMs) : named };
}
