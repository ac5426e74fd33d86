import { parseDuration } from '../../shared/domain/duration.ts';
import { ConfigurationError } from '../../shared/domain/errors.ts';

/** ISO 8601 with a time zone, Z or an offset. Seconds and their fractions are optional. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const withoutZone = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

export interface TimeOption {
  readonly name: '--since' | '--until';
  /** A time that fits. */
  readonly example: string;
  /** What a duration is, such as `an age such as "2 hours"`. */
  readonly orDuration: string;
  /** The time that a duration names, milliseconds since the epoch. */
  readonly timeOf: (duration: number) => number;
}

/** An instant or a duration. Throws `ConfigurationError` if the text is neither, or has no time zone. */
export function readTime(text: string, { name, example, orDuration, timeOf }: TimeOption): number {
  const time = instant.test(text) ? Date.parse(text) : timeOf(durationOf(text));
  if (!Number.isNaN(time)) return time;
  const found = `${name}: found ${JSON.stringify(text)}`;
  throw new ConfigurationError([
    withoutZone.test(text)
      ? `${found}, which has no time zone; write ${text.slice(0, 10)}T${text.slice(11) || '00:00'}Z, or +02:00 in place of Z`
      : `${found}; write a time such as ${example}, or ${orDuration}`,
  ]);
}

function durationOf(text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    if (error instanceof RangeError) return Number.NaN;
    throw error;
  }
}
