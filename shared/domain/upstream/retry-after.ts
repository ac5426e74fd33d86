const httpDate = /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Milliseconds from `now` (milliseconds since the epoch). Reads seconds or an HTTP date (RFC 9110, 10.2.3; not the
 * obsolete date forms). 0 for a past date; null if the header is absent or unreadable.
 */
export function readRetryAfter(header: string | null | undefined, now: number): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,10}$/.test(text)) return Number(text) * 1_000;
  if (!httpDate.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
