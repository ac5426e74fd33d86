const longestMs = 24 * 3_600_000;

/**
 * Milliseconds from `now` in a `Retry-After` value, which is a number of seconds or an HTTP date (RFC 9110,
 * 10.2.3); at most a day, 0 for a date that has passed, null for anything else.
 */
export function parseRetryAfter(value: string | undefined, now: number): number | null {
  const text = value?.trim() ?? '';
  if (/^\d+$/.test(text)) return Math.min(Number(text) * 1_000, longestMs);
  // Date.parse alone would take "2026" or "5/6" for a date.
  if (!/^[A-Z][a-z]+, .+ GMT$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(Math.max(at - now, 0), longestMs);
}
