/** What an answer's headers say of the service's limit. */
export interface StatedLimit {
  /** Calls a second; null if the headers give no rate. */
  readonly perSecond: number | null;
  /** No call is left until then, in milliseconds since the epoch; null if some are. */
  readonly emptyUntil: number | null;
}

interface Quota {
  /** Calls in a window. */
  readonly calls: number | null;
  readonly windowSeconds: number | null;
  /** Calls left in the current window, and when it ends. */
  readonly left: number | null;
  readonly resetSeconds: number | null;
}

/** A longer window is a quota: to spread an hour's calls evenly would slow the first minutes for nothing. */
const longestWindowSeconds = 60;
/** With less than this part of a quota left, the rest is spread evenly over the rest of its window. */
const scarce = 0.1;
/** A wrong header must not stop calls forever. */
const longestResetSeconds = 3_600;

/**
 * Reads `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10), the three headers of its older
 * drafts, and `X-RateLimit-*` with a reset in seconds or as a Unix time. The strictest of several quotas counts. Null
 * if no header states a limit, or none can be read. `now`: milliseconds since the epoch.
 */
export function readStatedLimit(header: (name: string) => string | null, now: number): StatedLimit | null {
  const quotas = [
    ...listOf(header('ratelimit-policy')).map((item) => quotaIn(item, now)),
    ...listOf(header('ratelimit')).map((item) => quotaIn(item, now)),
    separateHeaders(header, 'ratelimit-', now),
    separateHeaders(header, 'x-ratelimit-', now),
  ];
  const rates = quotas.map(rateOf).filter((rate) => rate !== null);
  const ends = quotas.filter(({ left }) => left === 0).map((quota) => now + 1000 * (quota.resetSeconds ?? 0));
  const limit = {
    perSecond: rates.length === 0 ? null : Math.min(...rates),
    emptyUntil: ends.length === 0 ? null : Math.max(...ends),
  };
  return limit.perSecond === null && limit.emptyUntil === null ? null : limit;
}

function rateOf({ calls, windowSeconds, left, resetSeconds }: Quota): number | null {
  const isScarce = calls !== null && left !== null && left > 0 && left < calls * scarce;
  if (isScarce && resetSeconds !== null && resetSeconds > 0) return left / resetSeconds;
  if (calls === null || windowSeconds === null || calls === 0 || windowSeconds === 0) return null;
  return windowSeconds <= longestWindowSeconds ? calls / windowSeconds : null;
}

/** The members of a list, each a name or number with parameters: `"burst";q=100;w=60`. */
function listOf(header: string | null): string[] {
  return (header ?? '').split(',').filter((item) => item.trim() !== '');
}

function quotaIn(item: string, now: number): Quota {
  const parameter = (name: string): number | null =>
    wholeNumber(
      item
        .split(';')
        .find((part) => part.trim().startsWith(`${name}=`))
        ?.split('=')[1],
    );
  return {
    calls: parameter('q'),
    windowSeconds: parameter('w'),
    left: parameter('r'),
    resetSeconds: secondsUntil(parameter('t'), now),
  };
}

function separateHeaders(header: (name: string) => string | null, prefix: string, now: number): Quota {
  const limit = header(`${prefix}limit`) ?? '';
  const [calls] = limit.split(/[,;]/);
  const window = listOf(limit)
    .map((item) => quotaIn(item, now).windowSeconds)
    .find((seconds) => seconds !== null);
  return {
    calls: wholeNumber(calls),
    windowSeconds: window ?? null,
    left: wholeNumber(header(`${prefix}remaining`)),
    resetSeconds: secondsUntil(wholeNumber(header(`${prefix}reset`)), now),
  };
}

function wholeNumber(text: string | null | undefined): number | null {
  const trimmed = text?.trim() ?? '';
  return /^\d{1,15}$/.test(trimmed) ? Number(trimmed) : null;
}

/** A reset is in seconds, or a Unix time in seconds or milliseconds: no window lasts thirty years. */
function secondsUntil(reset: number | null, now: number): number | null {
  if (reset === null) return null;
  const unixTimes = 1e9;
  const seconds = reset < unixTimes ? reset : (reset < 1000 * unixTimes ? reset : reset / 1000) - now / 1000;
  return Math.min(Math.max(0, seconds), longestResetSeconds);
}
