import { type MutableSignal, type Mute, muteOf } from './mute.ts';
import { type QuietRoute, quietUntil } from './quiet.ts';
import type { Route } from './route.ts';

/** Why a route does not send a signal yet. The signal stays in the outbox, and goes out once the reason ends. */
export type DelayReason = 'muted' | 'quiet' | 'gather';

export interface Delay {
  readonly reason: DelayReason;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Why the route may not send the signal at `from`, and the first moment at which neither a mute nor quiet hours delay
 * it; null if it may. A mute that ended before `from` delays nothing. Pure.
 */
export function delayOf(
  route: Pick<Route, 'id'> & QuietRoute,
  mutes: readonly Mute[],
  signal: MutableSignal,
  from: number,
): Delay | null {
  const unmutedAt = muteOf(mutes, route.id, signal, from)?.until ?? from;
  // Every mute is over by then, so no other one begins where the quiet hours end.
  const until = quietUntil(route, unmutedAt) ?? unmutedAt;
  if (until <= from) return null;
  return { reason: unmutedAt > from ? 'muted' : 'quiet', until };
}

/** How many signals are delayed for one reason, and when the first of them may go out. */
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
