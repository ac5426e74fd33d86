import { isoTime } from '../../shared/domain/clock.ts';
import { type Delay, type DelayReason, delayOf } from '../../shared/domain/routes/delay.ts';
import { dueAt, type NextTime } from '../../shared/domain/routes/due.ts';
import { type Mute, muteOf } from '../../shared/domain/routes/mute.ts';
import { tellList } from '../../shared/domain/routes/tell-match.ts';
import { isDecided } from '../../shared/domain/signals/outbox.ts';
import type { AwaitedSignal } from '../../shared/domain/signals/recording.ts';
import { tellTime } from '../../shared/domain/tell-time.ts';
import type { FoundEntry } from '../../shared/ledger/signals/outbox.ts';
import { cronTimes } from '../../shared/runtime/cron-times.ts';
import type { LookupPorts } from './ports.ts';

/** Why a signal is in no digest of a route. */
export interface Stay {
  /** `removed`: the config no longer has the route. `value`: a column decides, and is being computed. `due`: the next sweep sends it. */
  readonly reason: FoundEntry['place'] | DelayReason | 'value' | 'disabled' | 'removed' | 'due';
  /** ISO 8601; null if no time ends it. */
  readonly until: string | null;
  readonly told: string;
}

const stay = (reason: Stay['reason'], told: string, until?: number): Stay => ({
  ...{ reason, told, until: until === undefined ? null : isoTime(until) },
});

export function explainUndecided({ unsettled, until }: AwaitedSignal): Stay {
  const column = tellList(unsettled) || 'its hotness';
  return stay('value', `waits for ${column}, which decides, until ${tellTime(until)} at most`, until);
}

/** `mute`: the one that holds the signal, if one does. */
export function explainDelay({ reason, until }: Delay, mute: Mute | null): Stay {
  const time = tellTime(until);
  const told: Readonly<Record<DelayReason, string>> = {
    muted: `waits: muted until ${time} (${mute?.because})`,
    quiet: `waits: the route is quiet until ${time}`,
    summary: `waits for its buyer's summary, until ${time} at most`,
    gather: `waits: gathered with others until ${time}`,
  };
  return stay(reason, told[reason], until);
}

const nextSlot: NextTime = (when, after) => cronTimes(when.cron, when.timezone).next(after);

export async function explainStay({ ledger, config, now }: LookupPorts, entry: FoundEntry): Promise<Stay> {
  const { place, routeId, hot, buyerId } = entry;
  if (place === 'held') return stay(place, 'held back from a flood until it is resent');
  if (place === 'dropped') return stay(place, 'dropped by its flood rule');
  if (place === 'discarded') return stay(place, 'discarded by an operator');
  const route = config.routes.find(({ id }) => id === routeId);
  if (route === undefined) return stay('removed', 'waits for a route that the config no longer has');
  const { state, reason, round } = await ledger.readRoute(routeId);
  if (state === 'DISABLED')
    return stay('disabled', `waits until the route is resumed (${reason ?? 'no reason was recorded'})`);
  const mutes = await ledger.listMutes();
  const isReady = hot && isDecided(await ledger.readSummary(buyerId));
  const signal = { ...entry, bridgeId: entry.signal?.bridgeId ?? null };
  const delay = delayOf({ route, mutes, round, hasSummary: () => isReady }, signal, now);
  const slot = dueAt(route, entry.enteredAt ?? entry.firstSeenAt, nextSlot);
  if (delay !== null) return explainDelay(delay, muteOf(mutes, routeId, signal, now));
  return slot === null || slot <= now
    ? stay('due', 'waits: it is due, and sent within a minute of a run')
    : stay('waiting', `waits for the route's next time, ${tellTime(slot)}`, slot);
}
