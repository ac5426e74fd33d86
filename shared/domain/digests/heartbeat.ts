import { clocksMs, isPast } from '../clock.ts';
import { counted } from '../counted.ts';
import { parseDuration } from '../duration.ts';
import { nameZone, tellMoment } from '../facts/tell-date.ts';
import type { NextTime } from '../routes/due.ts';
import type { RouteItem } from '../routes/round.ts';
import type { CronTime, Route } from '../routes/route.ts';
import { longest } from '../text/lengths.ts';
import { oneLine } from '../text/one-line.ts';
import { shortId } from './digest-id.ts';

/** What a route's heartbeat says: nothing was sent since then. The `data` of the webhook's body. Times in ISO 8601. */
export interface HeartbeatContent {
  readonly digestId: string;
  readonly routeId: string;
  /** When the route's last digest was created; null if it never had one. */
  readonly since: string | null;
  /** When the heartbeat was created. */
  readonly until: string;
  /** When the signals go out that wait for the route's next time; null if none waits. */
  readonly nextAt: string | null;
  /** The number of signals that mutes hold back. */
  readonly muted: number;
  /** The number of signals that the route holds until a resend. */
  readonly held: number;
  /** The time zone of the sentence; an IANA name. */
  readonly timezone: string;
}

export function nameTimes({ cron, timezone }: CronTime): string {
  return `${cron} ${timezone}`;
}

/** Whether a time of the heartbeat has passed since the route's last message. A time that was missed is made up for. Pure. */
export function isHeartbeatDue(
  { gather = '0 seconds' }: Pick<Route, 'gather'>,
  heartbeat: CronTime,
  { heartbeat: mark, round }: Pick<RouteItem, 'heartbeat' | 'round'>,
  now: number,
  nextTime: NextTime,
): boolean {
  const pastOr0 = (time: number | undefined): number => (time !== undefined && isPast(time, now) ? time : 0);
  // A digest of the same minutes says enough, and what it left to gather goes out soon.
  const digestAt = pastOr0(round?.at) + Math.max(clocksMs, parseDuration(gather));
  const due = nextTime(heartbeat, Math.max(pastOr0(mark?.at), digestAt));
  return due !== null && due <= now;
}

/** `Nothing new since Fri 8:00 AM, 12 signals muted.` */
export function tellHeartbeat({ since, until, nextAt, muted, held, timezone }: HeartbeatContent): string {
  const tell = (time: string) => tellMoment(Date.parse(time), { now: Date.parse(until), timezone });
  const parts = [
    `Nothing ${muted > 0 || nextAt !== null ? 'sent' : 'new'} ${since === null ? 'so far' : `since ${tell(since)}`}`,
    nextAt !== null && `new signals wait for ${tell(nextAt)}`,
    muted > 0 && `${counted(muted, 'signal')} muted`,
    held > 0 && `${counted(held, 'signal')} kept back`,
  ];
  return `${parts.filter((part) => part !== false).join(', ')}.`;
}

/** `sales · heartbeat of Mon 8:00 AM, New York · id k3xq5yj7` */
export function tellOrigin({ digestId, routeId, until, timezone }: HeartbeatContent): string {
  const at = Date.parse(until);
  const moment = `${tellMoment(at, { now: at, timezone })}, ${nameZone(timezone)}`;
  return `${oneLine(routeId, longest.routeId)} · heartbeat of ${moment} · id ${shortId(digestId)}`;
}
