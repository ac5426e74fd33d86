import { isMuted, type MutableSignal, type Mute } from './mute.ts';
import type { Route } from './route.ts';

/** Why a route does not send a signal yet. The signal stays in the outbox, and goes out once the reason ends. */
export type DelayReason = 'muted' | 'gather' | 'at-most';

export interface Delay {
  readonly reason: DelayReason;
  /** Milliseconds since the epoch. */
  readonly until: number;
}

/**
 * Why the route may not send the signal at `from`, and the first moment at which it may; null if it may. A mute that
 * ended before `from` delays nothing. Pure.
 */
export function delayOf(
  route: Pick<Route, 'id'>,
  mutes: readonly Mute[],
  signal: MutableSignal,
  from: number,
): Delay | null {
  const until = mutes
    .filter((mute) => isMuted(mute, route.id, signal))
    .reduce((latest, mute) => Math.max(latest, mute.until), from);
  return until > from ? { reason: 'muted', until } : null;
}

/** How many signals are delayed for one reason, and when the first of them may go out. */
export interface DelayedSignals extends Delay {
  readonly signals: number;
}

export function countDelays(delays: readonly Delay[]): DelayedSignals[] {
  return [...Map.groupBy(delays, ({ reason }) => reason)].map(([reason, own]) => ({
    reason,
    until: Math.min(...own.map(({ until }) => until)),
    signals: own.length,
  }));
}
