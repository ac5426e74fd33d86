import { findFailingTemplate } from '../../functions/lookups/measure-lateness.ts';
import { isoTime } from '../../shared/domain/clock.ts';
import { dueAt, isRouteDue } from '../../shared/domain/routes/due.ts';
import { countsFrom, type Mute, muteOf } from '../../shared/domain/routes/mute.ts';
import type { Route } from '../../shared/domain/routes/route.ts';
import { zoneOf } from '../../shared/domain/routes/route-view.ts';
import { type DelayReason, delayable, delayOf } from '../../shared/domain/signals/delay.ts';
import { isDecided, type OutboxEntry } from '../../shared/domain/signals/outbox.ts';
import type { AwaitedSignal } from '../../shared/domain/signals/recording.ts';
import { formatList } from '../../shared/domain/text/format-list.ts';
import { formatTime } from '../../shared/domain/times/format-time.ts';
import type { RouteState } from '../../shared/ledger/routes/routes.ts';
import type { FoundEntry } from '../../shared/ledger/signals/outbox.ts';
import { nextSlot } from '../../shared/runtime/cron-times.ts';
import type { LookupPorts } from './ports.ts';

/** `value`: a column decides, and is being computed. */
export type WaitReason = DelayReason | 'value' | 'disabled';
/** `removed`: the config no longer has the route. `due`: the next sweep sends it. */
type FoundReason = WaitReason | FoundEntry['place'] | 'removed' | 'due';

/** The reason why a signal is in no digest of a route. `until`: ISO 8601; null if no time ends it. */
const stay = <Reason = FoundReason>(reason: Reason, told: string, until?: number) => ({
  reason,
  told,
  until: until === undefined ? null : isoTime(until),
});

export function explainUndecided({ unsettled, until }: AwaitedSignal, timezone: string | null) {
  const column = formatList(unsettled) || 'its hotness';
  const told = `waits for ${column}, which decides, until ${formatTime(until, timezone)} at most`;
  return stay<WaitReason>('value', told, until);
}

/** What the wait of a route's signals depends on. */
export interface WaitRules {
  readonly item: RouteState;
  readonly mutes: readonly Mute[];
  /** Whether waiting for its buyer's summary is over. */
  readonly isReady?: boolean;
}

/** The reason why an entry may not go out at a time; null if it may, once the time of its route has come. */
export function explainWait(
  route: Route,
  entry: OutboxEntry,
  { item, mutes, isReady = false }: WaitRules,
  at: number,
) {
  const { state, reason, round } = item;
  if (state === 'DISABLED') {
    const told = `waits until the route is resumed (${reason ?? 'no reason was recorded'})`;
    return stay<WaitReason>('disabled', told);
  }
  const signal = delayable(entry);
  const delay = delayOf({ route, mutes, round, hasSummary: () => isReady }, signal, at);
  if (delay === null) return null;
  const time = formatTime(delay.until, zoneOf(route));
  // Quiet hours may last longer than the mute.
  const mute = muteOf(mutes, route.id, signal, at);
  const told: Readonly<Record<DelayReason, string>> = {
    muted: `waits: muted until ${formatTime(mute?.until ?? at, zoneOf(route))} (${mute?.because})`,
    quiet: `waits: the route is quiet until ${time}`,
    summary: `waits for its buyer's summary, until ${time} at most`,
    gather: `waits: gathered with others until ${time}`,
  };
  return stay<WaitReason>(delay.reason, told[delay.reason], delay.until);
}

const placeWords = {
  held: 'held over the flood limit until it is resent',
  discarded: 'discarded by an operator',
} as const;

export async function explainStay({ ledger, config, now }: LookupPorts, entry: FoundEntry) {
  const { place, routeId, hot, buyerId } = entry;
  if (place !== 'waiting') return stay(place, placeWords[place]);
  const route = config.routes.find(({ id }) => id === routeId);
  if (route === undefined) return stay('removed', 'waits for a route that the config no longer has');
  const isReady = hot && isDecided(await ledger.summaries.read(buyerId));
  const waiting = { item: await ledger.routes.read(routeId), mutes: await ledger.mutes.list(), isReady };
  const wait = explainWait(route, entry, waiting, now);
  if (wait !== null) return wait;
  const from = countsFrom(waiting.mutes, waiting.item, delayable(entry));
  const slot = dueAt(route, from, nextSlot);
  if (slot === null) return stay('waiting', 'waits: no time of its route comes after it; change its `when`');
  if (!isRouteDue(route, waiting.item.round, [from], now, nextSlot))
    return stay('waiting', `waits for the route's next time, ${formatTime(slot, zoneOf(route))}`, slot);
  const failing = await findFailingTemplate(ledger, route, waiting.item, now);
  return failing === null
    ? stay('due', 'waits: it is due, and sent within a minute of a run')
    : stay(
        'due',
        `waits: it is due, but its route's template fails for ${failing.about}: ${failing.problem}`,
      );
}
