import { clocksMs, isPast } from '../clock.ts';
import { parseDuration } from '../duration.ts';
import { loudTime, type NextTime } from '../routes/due.ts';
import type { QuietRoute } from '../routes/quiet.ts';
import type { ReportMark, Round } from '../routes/round.ts';
import type { CronTime, Route } from '../routes/route.ts';

/** What a route's heartbeat says: nothing was sent since then. The `data` of the webhook's body. Times in ISO 8601. */
export interface HeartbeatContent {
  readonly kind: 'heartbeat';
  readonly digestId: string;
  readonly routeId: string;
  /** When the route's last digest was created; null if it never had one. */
  readonly since: string | null;
  /** When the heartbeat was created. */
  readonly until: string;
  /** When the signals go out that wait for the route's next time; null if none waits. */
  readonly nextAt: string | null;
  /** How many buyers are watched. */
  readonly buyers: number;
  /** How many of them have lists that can't be read. */
  readonly unread: number;
  /** Since when all other lists were read. */
  readonly readSince: string;
  /** Since when most lists could not be read: whether something is new is not known; null if they could. */
  readonly awaySince: string | null;
  /** The number of signals that mutes hold back. */
  readonly muted: number;
  /** The number of signals that the route holds until a resend. */
  readonly held: number;
  /** The time zone of its sentences; an IANA name. */
  readonly timezone: string;
}

export function nameTimes({ cron, timezone }: CronTime): string {
  return `${cron} ${timezone}`;
}

/** Whether a time of the heartbeat has passed since the route's last message. A time that was missed is made up for. Pure. */
export function isHeartbeatDue(
  route: Pick<Route, 'gather'> & QuietRoute,
  heartbeat: CronTime,
  { heartbeat: mark, round }: { readonly heartbeat: ReportMark | null; readonly round: Round | null },
  now: number,
  nextTime: NextTime,
): boolean {
  const pastOr0 = (time: number | undefined): number => (time !== undefined && isPast(time, now) ? time : 0);
  // A digest of the same minutes says enough, and what it left to gather goes out soon.
  const digestAt = pastOr0(round?.at) + Math.max(clocksMs, parseDuration(route.gather ?? '0 seconds'));
  const due = loudTime(route, heartbeat, Math.max(pastOr0(mark?.at), digestAt) + 1, nextTime);
  return due !== null && due <= now;
}
