import { isoTime } from '../clock.ts';
import { sumCounts, type Tally, type TallyCounts, type TallyName } from '../tally.ts';

/** What happened in a period, told to one route: the `data` of the webhook's body, and what Slack's sentence says. */
export interface HeartbeatContent {
  /** Derived from the route and the slot, as a digest's is. */
  readonly digestId: string;
  readonly routeId: string;
  /** ISO 8601. The period begins where the route's last heartbeat ended. */
  readonly from: string;
  readonly until: string;
  /** When the last new signal came, ISO 8601; null when none ever did. */
  readonly quietSince: string | null;
  readonly counts: TallyCounts;
  /** Of the new signals, those that this route wanted. */
  readonly newForRoute: number;
  /** Of the IANA database: in which the sentence tells days and times. */
  readonly timezone: string;
}

/** Where a route's last heartbeat ended: the next one goes on from there, and counts nothing twice. */
export interface HeartbeatMark {
  /** ISO 8601. */
  readonly slot: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
  /** What the last day of its period had counted by then. */
  readonly counted: Readonly<Partial<Record<TallyName, number>>>;
  readonly newForRoute: number;
}

/** Tallies by day, and when something new came last. */
export interface Tallied {
  readonly days: readonly (Omit<Tally, 'lastNewAt'> & { readonly day: string })[];
  readonly news: { readonly lastNewAt: number | null; readonly since: number } | null;
}

export interface HeartbeatPeriod {
  readonly content: Omit<HeartbeatContent, 'digestId' | 'routeId' | 'timezone'>;
  readonly mark: HeartbeatMark;
}

const dayMs = 86_400_000;
/** A first heartbeat looks back a week. */
const firstPeriodMs = 7 * dayMs;
/** Tallies are kept for sixty days: a route that was disabled for longer hears of the last of them. */
export const longestPeriodMs = 59 * dayMs;

/**
 * A heartbeat's own slot beside the one that a digest of the same minute has: it never shares a key or an id with that
 * digest, and still sorts by its time. A version that knows no heartbeats delivers what is frozen under it.
 */
export function heartbeatSlot(slot: string): string {
  return `${slot}+heartbeat`;
}

/** What was counted since the route's last heartbeat, or in the last seven days. Pure. */
export function measurePeriod(
  { days, news }: Tallied,
  before: HeartbeatMark | null,
  { routeId, slot, now }: { readonly routeId: string; readonly slot: string; readonly now: number },
): HeartbeatPeriod {
  // A clock that is slow must not end a period before it began. In whole milliseconds, as the message tells it.
  const until = Math.max(Math.floor(now), before?.until ?? 0);
  const goesOn = before !== null && before.until > until - longestPeriodMs;
  const from = goesOn ? before.until : earliest(until, before ? longestPeriodMs : firstPeriodMs, news?.since);
  const inPeriod = days.filter(({ day }) => day >= dayOf(from) && day <= dayOf(until));
  const lastDay = days.find(({ day }) => day === dayOf(until));
  const told = goesOn ? before : null;
  const newForRoute = inPeriod.reduce((sum, tally) => sum + newFor(routeId, tally), 0);
  return {
    content: {
      from: isoTime(from),
      until: isoTime(until),
      quietSince: news === null || news.lastNewAt === null ? null : isoTime(news.lastNewAt),
      counts: without(sumCounts(inPeriod), told?.counted ?? {}),
      newForRoute: Math.max(0, newForRoute - (told?.newForRoute ?? 0)),
    },
    mark: {
      slot,
      until,
      counted: lastDay?.counts ?? {},
      newForRoute: lastDay ? newFor(routeId, lastDay) : 0,
    },
  };
}

/** Only what was counted: a route may be called `constructor`. */
function newFor(routeId: string, { newByRoute }: Pick<Tally, 'newByRoute'>): number {
  return Object.hasOwn(newByRoute, routeId) ? (newByRoute[routeId] ?? 0) : 0;
}

/** The beginning of a whole day, since tallies are kept by day; not before anything was counted at all. */
function earliest(until: number, periodMs: number, since = 0): number {
  const firstDay = Math.floor((until - periodMs) / dayMs + 1) * dayMs;
  return Math.min(Math.max(firstDay, since), until);
}

const dayOf = (time: number): string => isoTime(time).slice(0, 10);

function without(counts: TallyCounts, told: HeartbeatMark['counted']): TallyCounts {
  const names = Object.keys(counts) as TallyName[];
  const left = names.map((name) => [name, Math.max(0, counts[name] - (told[name] ?? 0))]);
  return Object.fromEntries(left) as TallyCounts;
}
