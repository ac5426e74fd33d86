import { clocksMs, isPast } from '../clock.ts';
import { parseDuration } from '../duration.ts';
import { loudTime, type NextTime } from '../routes/due.ts';
import type { QuietRoute } from '../routes/quiet.ts';
import type { ReportMark, Round } from '../routes/round.ts';
import type { CronTime, Route } from '../routes/route.ts';

/** The `data` of the webhook's body: nothing was sent since then. Times in ISO 8601. */
export interface HeartbeatContent {
  readonly kind: 'heartbeat';
  readonly digestId: string;
  readonly routeId: string;
  /** The creation of the route's last digest; null if it never had one. */
  readonly since: string | null;
  readonly until: string;
  /** The route's next time, if signals wait for it; null if none waits. */
  readonly nextAt: string | null;
  readonly buyers: number;
  readonly unread: number;
  /** All other lists were read since then. */
  readonly readSince: string;
  /** Most lists could not be read since then, so whether something is new is not known; null if they could. */
  readonly awaySince: string | null;
  readonly muted: number;
  readonly held: number;
  /** Digests that the route still owes, reports not among them: at most `mostUndelivered`. */
  readonly undelivered: number;
  readonly timezone: string;
}

/** More are counted as so many: each costs a read. */
export const mostUndelivered = 50;

export function nameTimes({ cron, timezone }: CronTime): string {
  return `${cron} ${timezone}`;
}

/** A time that was missed since the route's last message is made up for. Pure. */
export function isHeartbeatDue(
  route: Pick<Route, 'gather'> & QuietRoute,
  heartbeat: CronTime,
  { heartbeat: mark, round }: { readonly heartbeat: ReportMark | null; readonly round: Round | null },
  now: number,
  nextTime: NextTime,
): boolean {
  const pastOr0 = (time: number | undefined): number => (time !== undefined && isPast(time, now) ? time : 0);
  // A digest of the same minutes says enough, and what it left to gather goes out soon.
  const digestAt = pastOr0(round?.createdAt) + Math.max(clocksMs, parseDuration(route.gather ?? '0 seconds'));
  const due = loudTime(route, heartbeat, Math.max(pastOr0(mark?.at), digestAt) + 1, nextTime);
  return due !== null && due <= now;
}
