import { parseDuration } from '../../../shared/domain/duration.ts';
import { ConfigurationError } from '../../../shared/domain/errors.ts';

/** ISO 8601 with a time zone, Z or an offset. Seconds and their fractions are optional. */
const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/;
const withoutZone = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?)?$/;

/**
 * The time that `--since` names, milliseconds since the epoch: `2026-11-21T08:00:00Z`, or `2 hours` for two hours
 * before `now`. Throws `ConfigurationError` if the text is not a time, has no time zone or is in the future.
 */
export function readSince(text: string, now: number): number {
  const time = timeOf(text, now);
  if (Number.isNaN(time)) {
    const found = `--since: found ${JSON.stringify(text)}`;
    throw new ConfigurationError([
      withoutZone.test(text)
        ? `${found}, which has no time zone; write ${text.slice(0, 10)}T${text.slice(11) || '00:00'}Z, or +02:00 in place of Z`
        : `${found}; write a time such as 2026-11-21T08:00:00Z, or an age such as "2 hours"`,
    ]);
  }
  if (time > now) {
    const later = `--since: ${JSON.stringify(text)} is in the future: it is ${new Date(now).toISOString()} now`;
    throw new ConfigurationError([`${later}; name a time that has passed`]);
  }
  return time;
}

function timeOf(text: string, now: number): number {
  if (instant.test(text)) return Date.parse(text);
  try {
    return now - parseDuration(text);
  } catch (error) {
    if (error instanceof RangeError) return Number.NaN;
    throw error;
  }
}
