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

const minuteMs = 60_000;
/** By a slow clock, a tick comes early. */
const mostAheadMs = 10 * minuteMs;
/** A schedule delivers an event within an hour, and Lambda retries it for another hour. */
export const oldestSlotMs = 180 * minuteMs;

/** The slot for freezing digests; `named`, ISO 8601, is the event's slot, usually the same. */
export interface FreezingSlot {
  readonly slot: string;
  readonly named: string;
}

/**
 * Like `slotOf`, for freezing. A digest is overdue since its slot, and counts what earlier digests of its slot held. So
 * an old slot, whose digests may be delivered and expired, is replaced by the current minute, which loses no signal.
 * Throws `ArgumentError` for a slot in the future, which no schedule sends: it would be used again when its
 * time comes, and stop heartbeats until then.
 */
export function freezingSlotOf(given: string | undefined, now: number): FreezingSlot {
  const named = slotOf(given, now, minuteMs);
  const time = Date.parse(named);
  if (time > now + mostAheadMs) {
    throw new ArgumentError(
      'slot',
      `slot: found ${named}, which is in the future; leave it out, or use the current time: ${isoTime(now)}`,
    );
  }
  return { named, slot: time < now - oldestSlotMs ? beginningOf(now, minuteMs) : named };
}
