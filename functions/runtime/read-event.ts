import * as v from 'valibot';
import { isoTime } from '../../shared/domain/clock.ts';
import { ArgumentError } from '../../shared/domain/errors.ts';

/** Throws `ArgumentError`, which names each wrong field, the value found and the expected one. */
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

/** The event's scheduled time, or the current time for an invoke by hand, which has none. ISO 8601. */
export function slotOf(given: string | undefined, now: number): string {
  const time = Date.parse(given ?? '');
  return isoTime(Number.isNaN(time) ? now : time);
}
