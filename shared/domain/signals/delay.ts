import { isPast } from '../clock.ts';
import { parseDuration } from '../duration.ts';
import { type MutableSignal, type Mute, muteOf } from '../routes/mute.ts';
import { type QuietRoute, quietUntil } from '../routes/quiet.ts';
import { isOpen, type Round } from '../routes/round.ts';
import type { Route } from '../routes/route.ts';
import type { OutboxEntry } from './outbox.ts';

/** Reasons are asked about in this order. Two more hold back a whole route: it is disabled, or not yet due (due.ts). */
export type DelayReason = 'muted' | 'quiet' | 'summary' | 'gather';

export interface Delay {
  readonly reason: DelayReason;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/** Times in milliseconds since the epoch. */
export type DelayableSignal = MutableSignal &
  Pick<OutboxEntry, 'firstSeenAt' | 'hot' | 'releaseAt' | 'released'>;

/** A mute may name the bridge. */
export function delayable(entry: OutboxEntry) {
  return { ...entry, bridgeId: entry.signal?.bridgeId ?? null };
}

export interface Delaying {
  readonly route: Pick<Route, 'id' | 'gather'> & QuietRoute;
  readonly mutes: readonly Mute[];
  readonly round: Round | null;
  readonly hasSummary: (buyerId: string) => boolean;
}

/** No delay is stored, so that no change of a mute or the config needs anything else. Null for none. Pure. */
export function delayOf(delaying: Delaying, signal: DelayableSignal, from: number): Delay | null {
  const { route, mutes, round } = delaying;
  const unmutedAt = muteOf(mutes, route.id, signal, from)?.until ?? from;
  // Every mute is over by then, so no other one begins where the quiet hours end.
  const until = quietUntil(route, unmutedAt) ?? unmutedAt;
  if (until > from) return { reason: unmutedAt > from ? 'muted' : 'quiet', until };
  const wait = waitOf(delaying, signal, from);
  if (wait !== null) return wait;
  const gatheredAt = gatheredUntil(route, round, from);
  // A hot signal opens the next round, and so does an operator who releases signals.
  return gatheredAt === null || signal.hot || signal.released
    ? null
    : { reason: 'gather', until: gatheredAt };
}

/** A signal from the future was recorded by a wrong clock: it does not wait, since its release time may be far off. */
function waitOf({ hasSummary }: Delaying, signal: DelayableSignal, from: number): Delay | null {
  const { firstSeenAt, releaseAt, hot, buyerId } = signal;
  if (releaseAt === null || releaseAt <= from || !isPast(firstSeenAt, from)) return null;
  return hot && !hasSummary(buyerId) ? { reason: 'summary', until: releaseAt } : null;
}

/** Null if the route does not gather. */
function gatheredUntil({ gather }: Pick<Route, 'gather'>, round: Round | null, now: number): number | null {
  if (gather === undefined || round === null || isOpen(round, now)) return null;
  const until = round.createdAt + parseDuration(gather);
  return until > now && isPast(round.createdAt, now) ? until : null;
}

export interface DelayedSignals extends Delay {
  /** Null where they were not counted: a quiet route's outbox is not read. */
  readonly signals: number | null;
}

export function countDelays(delays: readonly Delay[]): DelayedSignals[] {
  return [...Map.groupBy(delays, ({ reason }) => reason)].map(([reason, own]) => ({
    reason,
    until: Math.min(...own.map(({ until }) => until)),
    signals: own.length,
  }));
}
