const isoTime = /^(?<day>\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2}))?$/i;

/**
 * Milliseconds since the epoch of a day, which begins at midnight UTC, or of a time with its offset; undefined for any
 * other text. Without an offset the time would depend on where the sandbox runs.
 */
export function parseIsoTime(text: string): number | undefined {
  const day = isoTime.exec(text)?.groups?.day;
  if (day === undefined) return undefined;
  const midnight = new Date(`${day}T00:00:00Z`);
  // Date.parse takes 31 February for 3 March.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : time;
}
