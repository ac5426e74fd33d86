import { isoTime } from '../clock.ts';
import { sumCounts, type Tally, type TallyCounts, type TallyName } from '../tally.ts';

/** A route's report on a period: the `data` of the webhook's body, and the source of Slack's sentence. */
export interface HeartbeatContent {
  /** Derived from the route and the slot, like a digest's. */
  readonly digestId: string;
  readonly routeId: string;
  /** ISO 8601. The period begins where the route's last heartbeat ended. */
  readonly from: string;
  readonly until: string;
  /** When the last new signal came, ISO 8601; null if there was none yet. */
  readonly quietSince: string | null;
  readonly counts: TallyCounts;
  /** The number of new signals that matched this route. */
  readonly newForRoute: number;
  /** The time zone of days and times in the sentence; an IANA name. */
  readonly timezone: string;
}

/** Where a route's last heartbeat ended: the next one starts there, so that nothing is counted twice. */
export interface HeartbeatMark {
  /** ISO 8601. */
  readonly slot: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** The counts of its period's last day up to then. */
  readonly counted: Readonly<Partial<Record<TallyName, number>>>;
  readonly newForRoute: number;
}

/** Tallies by day, and the time of the last new signal. */
export interface Tallied {
  readonly days: readonly (Omit<Tally, 'lastNewAt'> & { readonly day: string })[];
  readonly news: { readonly lastNewAt: number | null; readonly since: number } | null;
}

export interface HeartbeatPeriod {
  readonly content: Omit<HeartbeatContent, 'digestId' | 'routeId' | 'timezone'>;
  readonly mark: HeartbeatMark;
}

const dayMs = 86_400_000;
/** A route's first heartbeat covers a week. */
const firstPeriodMs = 7 * dayMs;
/** Tallies are kept for sixty days: a route that was disabled for longer gets only the last 59. */
export const longestPeriodMs = 59 * dayMs;

/**
 * A heartbeat's slot differs from that of a digest of the same minute, so that the two never share a key or an id, and
 * still sorts by time. A version without heartbeats delivers it like a digest.
 */
export function heartbeatSlot(slot: string): string {
  return `${slot}+heartbeat`;
}

/** The counts since the route's last heartbeat, or of the last seven days. Pure. */
export function measurePeriod(
  { days, news }: Tallied,
  before: HeartbeatMark | null,
  { routeId, slot, now }: { readonly routeId: string; readonly slot: string; readonly now: number },
): HeartbeatPeriod {
  // A slow clock must not end a period before its start. In whole milliseconds, like the message.
  const until = Math.max(Math.floor(now), before?.until ?? 0);
  const continues = before !== null && before.until > until - longestPeriodMs;
  const from = continues
    ? before.until
    : earliest(until, before ? longestPeriodMs : firstPeriodMs, news?.since);
  const inPeriod = days.filter(({ day }) => day >= dayOf(from) && day <= dayOf(until));
  const lastDay = days.find(({ day }) => day === dayOf(until));
  const previous = continues ? before : null;
  const newForRoute = inPeriod.reduce((sum, tally) => sum + newFor(routeId, tally), 0);
  return {
    content: {
      from: isoTime(from),
      until: isoTime(until),
      quietSince: news === null || news.lastNewAt === null ? null : isoTime(news.lastNewAt),
      counts: without(sumCounts(inPeriod), previous?.counted ?? {}),
      newForRoute: Math.max(0, newForRoute - (previous?.newForRoute ?? 0)),
    },
    mark: {
      slot,
      until,
      counted: lastDay?.counts ?? {},
      newForRoute: lastDay ? newFor(routeId, lastDay) : 0,
    },
  };
}

/** Own properties only: a route may be called `constructor`. */
function newFor(routeId: string, { newByRoute }: Pick<Tally, 'newByRoute'>): number {
  return Object.hasOwn(newByRoute, routeId) ? (newByRoute[routeId] ?? 0) : 0;
}

/** The start of a day, since tallies are kept by day; not before counting began. */
function earliest(until: number, periodMs: number, since = 0): number {
  const firstDay = Math.floor((until - periodMs) / dayMs + 1) * dayMs;
  return Math.min(Math.max(firstDay, since), until);
}

const dayOf = (time: number): string => isoTime(time).slice(0, 10);

function without(counts: TallyCounts, counted: HeartbeatMark['counted']): TallyCounts {
  const names = Object.keys(counts) as TallyName[];
  const left = names.map((name) => [name, Math.max(0, counts[name] - (counted[name] ?? 0))]);
  return Object.fromEntries(left) as TallyCounts;
}
